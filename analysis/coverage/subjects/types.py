"""Describe the rows of which coverage counts those near a service."""

from dataclasses import dataclass
from typing import Any, Final

from analysis.proximity.api import ServiceChoice


@dataclass(frozen=True)
class Weights:
    """Say how rows are counted: the SQL of their number, and of the sum of their distances."""

    count: str
    metres: str


ONE_EACH: Final = Weights("count(*)", "sum(metres)")
# A row stands for `poids` of the same place.
WEIGHTED: Final = Weights("sum(poids)", "sum(metres * poids)")


@dataclass(frozen=True)
class CountedServices:
    """Name the services that coverage measures to: their kind, and which of it count."""

    kind: str
    choice: ServiceChoice = ServiceChoice()


@dataclass(frozen=True)
class PlacedRows:
    """Hold the SELECT of the rows with a position, with `zone`, `metres` and what `weights` reads, and those without."""

    sql: str
    params: dict[str, Any]
    weights: Weights
    unplaced: int
