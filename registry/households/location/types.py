"""Define the plain data of a household's location."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True)
class ParentAreas:
    """Hold the ids of the areas above a household's secteur, commune and localité; None where there is none."""

    secteur_region: UUID | None
    commune_secteur: UUID | None
    localite_secteur: UUID | None
    localite_commune: UUID | None
