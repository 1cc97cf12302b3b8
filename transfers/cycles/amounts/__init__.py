"""Set how the amount of a payment follows from the household."""
