"""Proximity, coverage, density, map summaries and the console."""
