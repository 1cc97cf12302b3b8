"""Define the rows which scoring reads."""

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID


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
