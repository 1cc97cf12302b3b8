"""Compare households: the model of comparisons and weights, its linker for many households, and the key of names."""
