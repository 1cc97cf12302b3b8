"""Lay the minute of a session out on paper."""
