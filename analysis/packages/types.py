"""Define the plain data of packages."""

from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from geo.layers.api import Layer


@dataclass(frozen=True, slots=True)
class PackageOrder:
    """Hold what a package is to hold: layers (catalogue names) of a region, with labels in a language.

    `rights` is a digest of what the caller might see when it was ordered: a package made under other rights is another.
    """

    region: UUID
    layers: tuple[str, ...]
    language: str
    rights: str

    def describe(self) -> dict[str, Any]:
        """Return the order as a job keeps it."""
        return {
            "region": str(self.region),
            "couches": [*self.layers],
            "langue": self.language,
            "droits": self.rights,
        }


@dataclass(frozen=True, slots=True)
class PackageContent:
    """Hold what goes into a package, with the name and the box (west, south, east, north) of its region."""

    region: UUID
    name: str
    box: tuple[float, float, float, float]
    layers: tuple[Layer, ...]
    day: date
