"""Measure distances on the ellipsoid, of many points at once, with arrays of numpy (a library)."""
