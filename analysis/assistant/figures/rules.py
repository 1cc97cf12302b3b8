"""List the steps of time of a trend."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

MONTHS: Final = {"mois": 1, "trimestre": 3, "annee": 12}


def list_steps(first: date, last: date, step: str) -> Iterator[date]:
    """Yield the first days of the weeks, months, quarters or years from `first` to `last`, which are such days."""
    day = first
    while day <= last:
        yield day
        if step == "semaine":
            day += timedelta(weeks=1)
        else:
            number = day.year * 12 + day.month - 1 + MONTHS[step]
            day = date(number // 12, number % 12 + 1, 1)
