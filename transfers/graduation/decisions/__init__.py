"""Decide about graduations."""
