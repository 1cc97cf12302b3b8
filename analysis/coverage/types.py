"""Describe what was counted in a zone."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True)
class ZoneCounts:
    """Hold the households of a zone, and how many of them are covered.

    The mean and the median distance are in metres, over the households for which a service exists.
    """

    zone: UUID | None
    menages: int = 0
    couverts: int = 0
    moyenne: float | None = None
    mediane: float | None = None
