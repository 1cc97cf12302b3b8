"""Read the statements of operators and banks, and store what they say has moved."""
