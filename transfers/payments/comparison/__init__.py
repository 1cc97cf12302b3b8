"""Compare the list of a cycle with that of the cycle before: new, gone, other account, amount or person."""
