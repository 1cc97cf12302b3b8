"""Describe what is counted for the map's summaries."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class HouseholdCounts:
    """Count the households of an area; `mean_score` is from 0 to 100, None without any score."""

    total: int = 0
    eligible: int = 0
    mean_score: float | None = None

    def as_statistics(self) -> dict[str, Any]:
        """Return the counts under their names in the API."""
        return {
            "totalMenages": self.total,
            "menagesEligibles": self.eligible,
            "scorePmtMoyen": self.mean_score,
        }


@dataclass(frozen=True)
class LocalityDistances:
    """Hold a locality, its point in degrees, and the distances in metres to its nearest services."""

    id: UUID
    nom: str
    secteur_id: UUID
    population: int | None
    latitude: float | None
    longitude: float | None
    ecole: float | None
    eau: float | None
    sante: float | None


@dataclass(frozen=True)
class SchoolLevel:
    """Count the schools that teach a level."""

    niveau: str
    total: int


@dataclass(frozen=True)
class ComplaintCounts:
    """Count the complaints of an area: all, those that are open, and those of them that are beyond their deadline."""

    total: int = 0
    open: int = 0
    late: int = 0


@dataclass(frozen=True)
class PaymentCounts:
    """Count the executed payments of an area: those that succeeded, those that failed, and what arrived in XOF."""

    paid: int = 0
    failed: int = 0
    amount: int = 0
