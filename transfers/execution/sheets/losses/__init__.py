"""Write off the cash that a sheet did not bring back, by the decision of two people."""
