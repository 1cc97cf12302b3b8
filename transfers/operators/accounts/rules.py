"""Define periods of statistics, and where a civil day begins."""

from datetime import date, datetime, time
from typing import Final

from django.utils import timezone

# Days of the periods of an account's statistics.
PERIOD_DAYS: Final = {"month": 30, "quarter": 91, "year": 365}


def find_midnight(day: date) -> datetime:
    """Return the moment at which a civil day begins."""
    return timezone.make_aware(datetime.combine(day, time.min))
