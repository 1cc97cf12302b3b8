"""Count the working days in which a complaint is to be resolved."""

from datetime import date, timedelta
from typing import Final

from django.conf import settings

SATURDAY: Final = 5
# After how many more working days a late complaint, of which the team was told, is told to the direction.
DIRECTION_DAYS: Final = 3


def is_working_day(day: date) -> bool:
    """Return whether people work on a day: neither a weekend nor one of HOLIDAYS (`MM-DD` or `YYYY-MM-DD`)."""
    return day.weekday() < SATURDAY and not {f"{day:%m-%d}", f"{day:%Y-%m-%d}"} & set(settings.HOLIDAYS)


def add_working_days(start: date, number: int) -> date:
    """Return the day that is so many working days after `start`."""
    day = start
    while number:
        day += timedelta(days=1)
        number -= is_working_day(day)
    return day


def subtract_working_days(end: date, number: int) -> date:
    """Return the day that is so many working days before `end`."""
    day = end
    while number:
        day -= timedelta(days=1)
        number -= is_working_day(day)
    return day


def count_working_days(first: date, end: date) -> int:
    """Return the number of working days from `first` to the day before `end`."""
    return sum(is_working_day(first + timedelta(days=number)) for number in range((end - first).days))


def compute_deadline(start: date, priority: str, suspended: int = 0) -> date:
    """Return the last day on which a complaint of `start` is resolved in time: working days after it, by priority.

    `suspended` is how many working days did not count.
    """
    return add_working_days(start, settings.COMPLAINT_DAYS[priority] + suspended)
