"""Find where a civil day begins and ends."""

from datetime import date, datetime, time

from django.utils import timezone


def find_midnight(day: date) -> datetime:
    """Return the moment at which a civil day begins."""
    return timezone.make_aware(datetime.combine(day, time.min))


def find_moments(first: date, last: date) -> tuple[datetime, datetime]:
    """Return the first and the last moment of civil days, for the lookup `range`."""
    return find_midnight(first), find_last_moment(last)


def find_last_moment(day: date) -> datetime:
    """Return the last moment (to the microsecond) of a civil day, also of the last one of the calendar."""
    return timezone.make_aware(datetime.combine(day, time.max))
