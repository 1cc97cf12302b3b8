"""Make complaints of the differences that a check of receipts has shown."""
