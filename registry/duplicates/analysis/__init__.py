"""Analyse many households for duplicates."""
