"""Build the days of a question from its parts of time."""

from datetime import date

from analysis.assistant.language.parts import Parts
from analysis.assistant.language.periods import (
    Period,
    compute_latest,
    compute_month,
    compute_named_period,
    compute_year,
)


def build_days(parts: Parts, today: date) -> Period | None:
    """Return the first and the last day (None: open), or None when the parts of time do not fit together."""
    if len(parts.periods) + len(parts.latest) > 1:
        return None
    if parts.latest:
        return compute_latest(*parts.latest[0], today)
    if not parts.periods:
        return None, None
    kind, dates = parts.periods[0]
    periods = _build_dates(dates, today)
    first, last = periods[0][0], periods[-1][1]
    if first is None or first > today:
        return None
    if kind == "since":
        return first, None
    return (None, first) if kind == "until" else (first, last)


def _build_dates(dates: tuple[tuple[str, str], ...], today: date) -> list[Period]:
    """Return the period of each date; a month without its year has that of the date after it, or the latest one."""
    periods: list[Period] = []
    year: int | None = None
    for terminal, value in reversed(dates):
        if terminal == "PERIOD":
            periods.insert(0, compute_named_period(value, today))
        elif terminal == "MONTH":
            month = int(value)
            periods.insert(0, compute_month(year or today.year - (month > today.month), month))
        else:
            year = int(value)
            periods.insert(0, compute_year(year))
    # The year of a month is no period of its own.
    named = [(terminal, period) for (terminal, _), period in zip(dates, periods, strict=True)]
    kept = [
        period
        for index, (terminal, period) in enumerate(named)
        if terminal != "YEAR" or index == 0 or named[index - 1][0] != "MONTH"
    ]
    return kept
