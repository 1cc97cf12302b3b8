"""Read the answers of a sample from a file."""
