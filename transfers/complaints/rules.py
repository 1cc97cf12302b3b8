"""Count the working days in which a complaint is to be resolved."""

from datetime import date, timedelta

from django.conf import settings

SATURDAY = 5


def is_working_day(day: date) -> bool:
    """Return whether people work on a day: neither a weekend nor one of HOLIDAYS (`MM-DD` or `YYYY-MM-DD`)."""
    return day.weekday() < SATURDAY and not {f"{day:%m-%d}", f"{day:%Y-%m-%d}"} & set(settings.HOLIDAYS)


def compute_deadline(start: date, priority: str) -> date:
    """Return the last day on which a complaint of `start` is resolved in time: working days after it, by priority."""
    day, remaining = start, settings.COMPLAINT_DAYS[priority]
    while remaining:
        day += timedelta(days=1)
        remaining -= is_working_day(day)
    return day
