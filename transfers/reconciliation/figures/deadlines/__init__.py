"""Find what has waited too long: statements that operators have not sent, and entries that nobody has decided."""
