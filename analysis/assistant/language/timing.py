"""Build the days of a question from its parts of time."""

from datetime import date, timedelta

from analysis.assistant.language.parts import Parts
from analysis.assistant.language.periods import (
    compute_latest,
    compute_month,
    compute_named_period,
    compute_year,
)

Dates = tuple[tuple[str, str], ...]


def build_days(parts: Parts, today: date) -> tuple[date | None, date | None] | None:
    """Return the first and the last day (None: open), or None when the parts of time do not fit together."""
    if len(parts.periods) + len(parts.latest) > 1:
        return None
    if parts.latest:
        return compute_latest(*parts.latest[0], today)
    if not parts.periods:
        return None, None
    kind, dates = parts.periods[0]
    periods = _build_dates(dates, today)
    if periods is None:
        return None
    (first, last), end = periods[0], periods[-1][1]
    if first > today or kind == "after" and last >= today:
        return None
    return {
        "since": (first, None),
        "after": (last + timedelta(days=1), None),
        "until": (None, last),
        "before": (None, first - timedelta(days=1)),
    }.get(kind, (first, end))


def is_ahead(parts: Parts, today: date) -> bool:
    """Return whether the only period of a question begins after today."""
    if len(parts.periods) != 1 or parts.latest:
        return False
    kind, dates = parts.periods[0]
    periods = _build_dates(dates, today)
    return periods is not None and (periods[0][0] > today or kind == "after" and periods[0][1] >= today)


def _build_dates(dates: Dates, today: date) -> list[tuple[date, date]] | None:
    """Return the period of each date, or None for a day that a month does not have.

    A month without its year has that of the date after it, or the latest one.
    """
    periods: list[tuple[date, date]] = []
    year: int | None = None
    for parts in reversed(_group_dates(dates)):
        if "PERIOD" in parts:
            periods.insert(0, compute_named_period(parts["PERIOD"], today))
            continue
        month, day = int(parts.get("MONTH", 0)), int(parts.get("DAY", 0))
        is_ahead = month > today.month or month == today.month and day > today.day
        year = int(parts["YEAR"]) if "YEAR" in parts else year or today.year - is_ahead
        if not month:
            periods.insert(0, compute_year(year))
            continue
        first, last = compute_month(year, month)
        if day > last.day:
            return None
        periods.insert(0, (first.replace(day=day),) * 2 if day else (first, last))
    return periods


def _group_dates(dates: Dates) -> list[dict[str, str]]:
    """Return the parts of each date: a day goes with the month after it, a month with the year after it."""
    grouped: list[dict[str, str]] = []
    before = ""
    for terminal, value in dates:
        if (before, terminal) in (("DAY", "MONTH"), ("MONTH", "YEAR")):
            grouped[-1][terminal] = value
        else:
            grouped.append({terminal: value})
        before = terminal
    return grouped
