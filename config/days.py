"""Find where a civil day begins and ends."""

from datetime import date, datetime, time

from django.utils import timezone


def find_midnight(day: date) -> datetime:
    """Return the moment at which a civil day begins."""
    return timezone.make_aware(datetime.combine(day, time.min))


def find_last_moment(day: date) -> datetime:
    """Return the last moment (to the microsecond) of a civil day, also of the last one of the calendar."""
    return timezone.make_aware(datetime.combine(day, time.max))
