"""What `./dev` does, with nothing but Python's standard library: it runs before anything is installed."""
