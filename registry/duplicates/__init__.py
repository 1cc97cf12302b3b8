"""Households that are registered twice: found, explained, decided, merged."""
