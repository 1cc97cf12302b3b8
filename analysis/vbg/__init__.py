"""Protect survivors of gender-based violence: the directory of services; each sub-feature has its own files."""
