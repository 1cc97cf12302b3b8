"""Merge two households, and undo a merge."""
