"""Compute the days that words of time stand for."""

from datetime import date, timedelta
from typing import Final

WEEKS_OF_YEAR: Final = 52
MONTHS_OF_STEP: Final = {"mois": 1, "trimestre": 3, "annee": 12}
# As far back as anything is recorded.
MAX_YEARS: Final = 100
Period = tuple[date, date]


def add_months(day: date, months: int) -> date:
    """Return the first day of the month that is `months` after that of `day`."""
    number = day.year * 12 + day.month - 1 + months
    return date(number // 12, number % 12 + 1, 1)


def compute_month(year: int, month: int) -> Period:
    first = date(year, month, 1)
    return first, add_months(first, 1) - timedelta(days=1)


def compute_year(year: int) -> Period:
    return date(year, 1, 1), date(year, 12, 31)


def compute_named_period(name: str, today: date) -> Period:
    """Return the first and last day of a period named after today: `month`, `last_year` ..."""
    monday = today - timedelta(days=today.weekday())
    yesterday, previous = today - timedelta(days=1), add_months(today, -1)
    named: dict[str, Period] = {
        "day": (today, today),
        "yesterday": (yesterday, yesterday),
        "week": (monday, monday + timedelta(days=6)),
        "month": compute_month(today.year, today.month),
        "last_month": compute_month(previous.year, previous.month),
        "year": compute_year(today.year),
        "last_year": compute_year(today.year - 1),
    }
    return named[name]


def compute_latest(number: float, step: str, today: date) -> Period | None:
    """Return the last `number` weeks, months, quarters or years until today; None for parts of one, or too many."""
    is_whole = number >= 1 and float(number).is_integer()
    years = number / WEEKS_OF_YEAR if step == "semaine" else number * MONTHS_OF_STEP[step] / 12
    if not is_whole or years > MAX_YEARS:
        return None
    if step == "semaine":
        return today - timedelta(weeks=int(number)) + timedelta(days=1), today
    first = add_months(today, -int(number) * MONTHS_OF_STEP[step])
    return min(first.replace(day=min(today.day, 28)), today), today
