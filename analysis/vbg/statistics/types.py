"""Describe what is counted, and what is told of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Period:
    """Hold whole months, from the first day of the first to the first day of the last."""

    begin: date
    end: date


@dataclass(frozen=True, slots=True)
class Unit:
    """Name the country (nothing is set), a region or a sector."""

    region_id: UUID | None = None
    secteur_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """Hold which cells of the cube are counted: of units, and of one rubrique or all (None)."""

    units: Sequence[Unit]
    rubrique: str | None = None


@dataclass(slots=True)
class Counts:
    """Hold the counts of one period: in all, by rubrique, and by rubrique and region. None is hidden."""

    total: int | None = 0
    by_rubrique: dict[str, int | None] = field(default_factory=dict)
    by_region: dict[tuple[str, UUID], int | None] = field(default_factory=dict)
