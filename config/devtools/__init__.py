"""Implement `./dev` with only Python's standard library: it runs before anything is installed."""
