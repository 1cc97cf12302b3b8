"""Compare designs of targeting side by side: how many, where, at what cost, who enters and who leaves."""
