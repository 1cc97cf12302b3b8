"""Check, before money moves, that an operator will accept each account, name and amount of a cycle."""
