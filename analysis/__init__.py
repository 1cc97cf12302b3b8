"""Provide proximity, coverage, density, map summaries and the console."""
