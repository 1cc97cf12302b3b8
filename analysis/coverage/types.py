"""Describe what was counted in a zone, and in classes of distance."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True)
class ZoneCounts:
    """Hold the number of rows of a zone, and how many of them are covered.

    The mean and the median distance are in metres, over the rows for which a service exists.
    """

    zone: UUID | None
    nombre: int = 0
    couverts: int = 0
    moyenne: float | None = None
    mediane: float | None = None


@dataclass(frozen=True)
class ClassCounts:
    """Count the households with these classes of distance, one by kind of service; None without such a service."""

    classes: list[int | None]
    menages: int
