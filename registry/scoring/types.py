"""Define the rows which scoring reads."""

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from registry.households.api import MassResult


@dataclass(frozen=True)
class FailedScore:
    """Hold a household without a fresh score; `motif_pmt` has the names of the missing variables."""

    id: UUID
    projet_id: UUID | None
    motif_pmt: str | None


@dataclass(frozen=True)
class ComputedScore:
    """Hold what a method makes of a household now; `manque` has the names of the missing variables."""

    id: UUID
    brut: float | None
    score: Decimal | None
    manque: str | None
    categorie: str | None
    eligible: bool


@dataclass(frozen=True)
class TermContribution:
    """Hold the value (JSON) and the contribution of one term of a method for a household."""

    id: UUID
    place: int
    valeur: str | None
    contribution: float | None


@dataclass(frozen=True)
class HouseholdScore:
    """Hold the result of scoring one household; `motif` says why it has no score."""

    menage_id: UUID
    code_menage: str
    old_score: Decimal | None
    new_score: Decimal | None
    categorie_pauvrete: str | None
    eligible_programme: bool
    methode_id: UUID | None
    motif: str | None


@dataclass(frozen=True, slots=True)
class FullScoring(MassResult):
    """Hold the result of scoring all households: `erreurs` lists the first failures, `modifies` counts changed rows."""

    modifies: int


@dataclass(frozen=True, slots=True)
class ScoringCounts:
    """Count the households considered, and those with a fresh score."""

    traites: int
    reussis: int
