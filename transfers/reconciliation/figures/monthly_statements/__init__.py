"""Compare a month of an operator account with what the operator's statements say of it."""
