"""List what was done lately."""
