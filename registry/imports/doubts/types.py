"""Hold what is doubtful in a file as a whole, as counted by a lane or by all of them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import Final, NamedTuple

from django.conf import settings

from registry.imports.types import DAY_FIRST, MONTH_FIRST, ImportOptions

# At least this many scores of at most 1, or dates in the other order, are not a coincidence.
LEAST_SCORES: Final = 3
LEAST_DATES: Final = 3


@dataclass(frozen=True)
class ColumnSlips:
    """Count the known households that would get, by column, a value stored for another household of the file.

    `taken` counts values of any other household, `above` and `below` those of the neighbouring line. A lane sees two
    households of a pair only when both are in it: one time in `lanes`.
    """

    taken: Counter[str] = field(default_factory=Counter)
    above: Counter[str] = field(default_factory=Counter)
    below: Counter[str] = field(default_factory=Counter)
    lanes: int = 1

    def __add__(self, other: "ColumnSlips") -> "ColumnSlips":
        return ColumnSlips(
            self.taken + other.taken, self.above + other.above, self.below + other.below, self.lanes + other.lanes
        )

    def list_shares(self, known: int) -> list[tuple[str, int]]:
        """List the columns that slipped, with the percentage of the known households that it concerns."""
        sided = {name: abs(self.above[name] - self.below[name]) for name in self.above | self.below}
        found = ((name, count * self.lanes) for name, count in {**sided, **self.taken}.items())
        return sorted(
            (name, min(100, count * 100 // known))
            for name, count in found
            if count >= settings.IMPORT_CHANGED_LEAST and is_large_share(count, known)
        )


def is_large_share(count: int, known: int) -> bool:
    """Return whether more known households are concerned than mistakes and deaths explain."""
    return count * 100 > known * settings.IMPORT_CHANGED_PERCENT


class FileDoubts(NamedTuple):
    """Count what is doubtful in a file.

    `new_households` new households; `scores`, those above 1 and above 0; dates that can be read day first, those that
    only can be read so, and those that can only be read month first; `known` households, `changed` ones with another
    head or region, and `slips`: those that would get values stored for others.
    """

    new_households: int = 0
    scores: int = 0
    scores_above_one: int = 0
    scores_above_zero: int = 0
    dates_day_first: int = 0
    dates_day_only: int = 0
    dates_month_first: int = 0
    known: int = 0
    changed: int = 0
    slips: ColumnSlips = ColumnSlips()

    def is_scale_doubtful(self, options: ImportOptions) -> bool:
        """Return whether half of the scores or more may be from 0 to 1 although the user gave no scale.

        One row typed on another scale must not suppress the question for all others.
        """
        small = self.scores_above_zero - self.scores_above_one
        return options.score_factor is None and small > 0 and 2 * small >= self.scores_above_zero

    def must_refuse_scale(self, options: ImportOptions) -> bool:
        """Return whether there are enough such scores to refuse the file until the user gives the scale."""
        return self.is_scale_doubtful(options) and self.scores >= LEAST_SCORES

    def must_refuse_dates(self, options: ImportOptions) -> bool:
        """Return whether some dates are read day first while another can only be month first."""
        return options.date_order is None and self.dates_month_first > 0 and self.dates_day_first > 0

    def find_contrary_dates(self, options: ImportOptions) -> tuple[str, int, int] | None:
        """Return what contradicts the order that the user gave, or None.

        That is the code of the issue, how many dates only fit the other order, and how many only the given one. Below
        LEAST_DATES they are errors of their rows.
        """
        fits = {DAY_FIRST: self.dates_day_only, MONTH_FIRST: self.dates_month_first}
        if options.date_order is None:
            return None
        code, other = ("ordre_mois", MONTH_FIRST) if options.date_order == DAY_FIRST else ("ordre_jour", DAY_FIRST)
        is_contrary = fits[other] >= LEAST_DATES and fits[other] > fits[options.date_order]
        return (code, fits[other], fits[options.date_order]) if is_contrary else None

    def must_refuse_changes(self, options: ImportOptions) -> bool:
        """Return whether more known households change their head or region than mistakes and deaths explain."""
        share = self.changed * 100 > self.known * settings.IMPORT_CHANGED_PERCENT
        return not options.changes_confirmed and share and self.changed >= settings.IMPORT_CHANGED_LEAST

    def list_slipped(self, options: ImportOptions) -> list[tuple[str, int]]:
        """List the columns that slipped and were not confirmed, with the share of known households in percent."""
        return [] if options.values_confirmed else self.slips.list_shares(self.known)


def sum_doubts(parts: Iterable[FileDoubts]) -> FileDoubts:
    """Add up the doubts of the lanes of a file."""
    return FileDoubts(*(reduce(add, counts) for counts in zip(*parts, strict=True)))
