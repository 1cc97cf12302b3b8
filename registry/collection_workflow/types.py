"""Define the counts of the data collection."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class StateCounts:
    """Hold the number of households by state; `total` is what has not been integrated."""

    total: int
    en_collecte: int
    en_attente: int
    valides: int
    rejetes: int
    integres: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignCounts(StateCounts):
    """Hold the counts of one campaign (its id and name), or of the households without one."""

    id: UUID | None
    campagne: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyorCounts(StateCounts):
    """Hold the counts of the households of one surveyor, and when the last of them was registered."""

    id: UUID
    enqueteur: str
    derniere: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionStatistics(StateCounts):
    """Hold the counts in total and by campaign."""

    par_campagne: list[CampaignCounts]
