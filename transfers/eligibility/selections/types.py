"""Define the areas of a selection, and its households."""

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID


@dataclass(frozen=True)
class SelectionArea:
    """Count the places of an area (its id and name; None for the country), who is enrolled on them, and who waits."""

    zone: UUID | None
    nom: str | None
    places: int
    enroles: int
    reserve: int


@dataclass(frozen=True)
class SelectionHousehold:
    """Hold a household of a selection; `enrole`: it has a place in the programme."""

    menage_id: UUID
    code_menage: str
    zone: str | None
    rang: int
    reserve: bool
    score_pmt: Decimal | None
    enrole: bool
