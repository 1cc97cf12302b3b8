"""Define periods of statistics, and where a civil day begins."""

from datetime import date, datetime, time
from typing import Final

from django.utils import timezone

# Days of the periods of an account's statistics.
PERIOD_DAYS: Final = {"month": 30, "quarter": 91, "year": 365}

# No deposit is older: a year typed with a wrong digit.
FIRST_DAY: Final = date(2000, 1, 1)


def find_midnight(day: date) -> datetime:
    """Return the moment at which a civil day begins."""
    return timezone.make_aware(datetime.combine(day, time.min))


def find_last_moment(day: date) -> datetime:
    """Return the last moment (to the microsecond) of a civil day, also of the last one of the calendar."""
    return timezone.make_aware(datetime.combine(day, time.max))
