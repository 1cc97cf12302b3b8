"""Close a cycle of which somebody can never be paid, by the decision of two people."""
