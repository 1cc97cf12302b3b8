"""Open accounts by a file: tried first, then taken line by line, each as if it had been typed."""
