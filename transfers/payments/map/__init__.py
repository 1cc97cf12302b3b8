"""Show on the map where payments arrive."""
