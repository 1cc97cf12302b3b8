"""Compute the age of members."""

from datetime import date


def compute_age(birth: date, day: date) -> int:
    """Return the whole years from `birth` to `day`; in other years a birthday on 29 February falls on 1 March."""
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
