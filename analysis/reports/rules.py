"""Compute the period of a report and its rates."""

from datetime import date, timedelta
from typing import Final

from django.utils.translation import gettext as _

from config.errors.problems import invalid

MAX_DAYS: Final = 366


def find_last_month(today: date) -> tuple[date, date]:
    """Return the first and the last day of the month before `today`'s."""
    last = today.replace(day=1) - timedelta(days=1)
    return last.replace(day=1), last


def resolve_days(first: date | None, last: date | None, today: date) -> tuple[date, date]:
    """Return the days of a report; without dates those of the month before.

    Raises VALIDATION_ERROR for one date alone, for dates that are turned round, and for more than a year.
    """
    if first is None and last is None:
        return find_last_month(today)
    if first is None or last is None:
        raise invalid({"dateDebut": [_("Donnez les deux dates, ou aucune : alors c'est le mois passé.")]})
    if last < first:
        raise invalid({"dateFin": [_("La fin précède le début.")]})
    if (last - first).days > MAX_DAYS:
        raise invalid({"dateFin": [_("Un rapport couvre un an au plus.")]})
    return first, last


def compute_share(part: int, whole: int) -> float | None:
    """Return a part in percent; None of nothing."""
    return round(100 * part / whole, 1) if whole else None


def compute_rate(count: int, people: int) -> float | None:
    """Return a count by 1,000 people; None where there are none."""
    return round(1000 * count / people, 1) if people else None
