"""Describe where the rows of a subject have what plans ask of them."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Source:
    """Describe the lookups of a subject's rows; a lookup is None where the rows have no such thing.

    `geography` is a column of metres, without which the point is converted; `household` is the prefix of lookups that
    lead to the household, `name` the lookup of what a row is called.
    """

    model: Any
    name: str
    region: str | None = "region_id"
    secteur: str | None = "secteur_id"
    localite: str | None = "localite_id"
    point: str | None = "geom"
    geography: str | None = None
    moment: str | None = None
    household: str | None = None

    def get_area(self, level: str) -> str | None:
        """Return the lookup of the id of the area of a level."""
        return {"region": self.region, "secteur": self.secteur, "localite": self.localite}[level]
