"""Show how far the runs of a cycle are, and which payments nobody knows the end of."""
