"""Define the plain data of households."""

from dataclasses import dataclass
from typing import Self
from uuid import UUID

from registry.households.models import Household


@dataclass(frozen=True, slots=True)
class LockedHousehold:
    """Hold what decides whether a locked household may be changed: its project and states."""

    id: UUID
    projet_id: UUID | None
    statut: str
    statut_collecte: str

    @classmethod
    def from_household(cls, household: Household) -> Self:
        """Return the state of a household that is locked already."""
        return cls(household.id, household.projet_id, household.statut, household.statut_collecte)
