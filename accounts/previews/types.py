"""Hold what a role or a person sees."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SeenRows:
    """Hold how many rows of a kind are seen.

    `nombre` is null where they are not opened, or where who asks may not see them; `est_minimum`: there are more.
    """

    nature: str
    libelle: str
    permission: str
    ouvert: bool
    nombre: int | None
    est_minimum: bool


@dataclass(frozen=True)
class SeenField:
    """Hold whether a field that needs a permission of its own is seen."""

    objet: str
    champ: str
    permission: str
    visible: bool


@dataclass(frozen=True)
class Preview:
    """Hold what somebody sees: permissions, regions (none and `tout_le_pays`: all), rows and guarded fields."""

    nom: str
    permissions: list[str]
    regions: list[Any]
    tout_le_pays: bool
    lignes: list[SeenRows]
    champs: list[SeenField]
