"""Compute periods, intervals of charts, and rates."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from django.db import models
from django.utils.translation import gettext as _

from analysis.dashboards.types import Interval, Period
from config.errors.problems import invalid

# The comparison of a dashboard without dates: these days against as many before.
USUAL_DAYS: Final = 30
MAX_YEARS: Final = 100
DAYS_PER_MONTH: Final = 365.25 / 12


class Periode(models.TextChoices):
    """List the lengths of a chart's intervals."""

    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


# How many intervals a chart shows, the running one included.
INTERVAL_COUNTS: Final = {Periode.WEEK: 13, Periode.MONTH: 12, Periode.QUARTER: 8, Periode.YEAR: 5}
MONTHS: Final = {Periode.MONTH: 1, Periode.QUARTER: 3, Periode.YEAR: 12}
# More bars of a chosen period cannot be told apart.
MAX_BARS: Final = 60
# Within what the calendar holds, and after every payment.
LAST_DAY: Final = date(9000, 12, 31)


def resolve_period(first: date | None, last: date | None, today: date) -> Period:
    """Return the period from `first` to `last`, by default the 30 days that end with `last` or today.

    Raises VALIDATION_ERROR when it ends before it begins or has more than 100 years.
    """
    end = last or max(today, first or today)
    begin = first or end - timedelta(days=min(USUAL_DAYS - 1, end.toordinal() - 1))
    if begin > end:
        raise invalid({"dateFin": [_("La date de fin précède la date de début.")]})
    days = end.toordinal() - begin.toordinal() + 1
    if days > MAX_YEARS * 366:
        raise invalid({"dateDebut": [_("La période dépasse %(years)d ans.") % {"years": MAX_YEARS}]})
    before = max(begin.toordinal() - 1, 1)
    return Period(begin, end, date.fromordinal(max(before - days + 1, 1)), date.fromordinal(before))


def compute_variation(now: int, before: int) -> float | None:
    """Return by how many percent `now` is more than `before`; None when there was nothing before."""
    return round(100 * (now - before) / before, 2) if before else None


def compute_percentage(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 2) if whole else None


def _month(index: int) -> date:
    """Return the first day of a month counted from January of year 0."""
    return date(index // 12, index % 12 + 1, 1)


def _count_months(day: date) -> int:
    """Return the number of a day's month, counted from January of year 0."""
    return day.year * 12 + day.month - 1


def _find_monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _split_months(months: int, count: int, today: date, name: Callable[[date], str]) -> list[Interval]:
    """Return the last `count` intervals of so many months each, the one of today last."""
    running = _count_months(today) // months
    begins = [_month(index * months) for index in range(running - count + 1, running + 2)]
    return [Interval(name(first), first, last) for first, last in zip(begins, begins[1:], strict=False)]


def _name_week(first: date) -> str:
    """Name a week as ISO 8601 does: `2026-S07`, with the French letter."""
    year, week, _day = first.isocalendar()
    return f"{year}-S{week:02d}"


def list_intervals(periode: Periode, today: date, count: int | None = None) -> list[Interval]:
    """Return the last `count` intervals of a chart, oldest first: weeks begin on Monday, a quarter is `2026-T1`."""
    count = count or INTERVAL_COUNTS[periode]
    if periode == Periode.WEEK:
        monday = _find_monday(today)
        begins = [monday - timedelta(weeks=back) for back in range(count - 1, -1, -1)]
        return [Interval(_name_week(first), first, first + timedelta(weeks=1)) for first in begins]
    if periode == Periode.MONTH:
        return _split_months(1, count, today, lambda first: f"{first:%Y-%m}")
    if periode == Periode.QUARTER:
        return _split_months(3, count, today, lambda first: f"{first.year}-T{first.month // 3 + 1}")
    return _split_months(12, count, today, lambda first: f"{first:%Y}")


def _count_intervals(periode: Periode, first: date, last: date) -> int:
    """Return how many intervals of this length a period touches."""
    if periode == Periode.WEEK:
        return (_find_monday(last) - _find_monday(first)).days // 7 + 1
    return _count_months(last) // MONTHS[periode] - _count_months(first) // MONTHS[periode] + 1


def cover_period(periode: Periode, first: date, last: date) -> tuple[Periode, list[Interval]]:
    """Return the intervals of a period, the first and the last cut to its days, and their length.

    That is the length that was asked for, or the next one with which there are at most MAX_BARS.
    """
    first, last = min(first, LAST_DAY), min(last, LAST_DAY)
    lengths = list(Periode)[list(Periode).index(periode) :]
    fitting = next((one for one in lengths if _count_intervals(one, first, last) <= MAX_BARS), Periode.YEAR)
    after = last + timedelta(days=1)
    intervals = list_intervals(fitting, last, _count_intervals(fitting, first, last))
    return fitting, [Interval(one.label, max(one.debut, first), min(one.fin, after)) for one in intervals]
