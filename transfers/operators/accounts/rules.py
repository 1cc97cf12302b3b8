"""Define periods of statistics, where a civil day begins, and when two references of deposits are the same."""

import unicodedata
from datetime import date, datetime, time
from typing import Final

from django.utils import timezone

# Days of the periods of an account's statistics.
PERIOD_DAYS: Final = {"month": 30, "quarter": 91, "year": 365}

# No deposit is older: a year typed with a wrong digit.
FIRST_DAY: Final = date(2000, 1, 1)


def normalize_reference(text: str) -> str:
    """Return a reference in the compatible form of Unicode (NFKC), without invisible signs (Cf) and with single spaces."""
    visible = (sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != "Cf")
    return " ".join("".join(visible).split())


def find_midnight(day: date) -> datetime:
    """Return the moment at which a civil day begins."""
    return timezone.make_aware(datetime.combine(day, time.min))


def find_last_moment(day: date) -> datetime:
    """Return the last moment (to the microsecond) of a civil day, also of the last one of the calendar."""
    return timezone.make_aware(datetime.combine(day, time.max))
