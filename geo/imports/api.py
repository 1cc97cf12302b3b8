"""Export what other features may use of imports; the rest of the package is private."""

from geo.imports.command import ImportCommand
from geo.imports.kinds import AREAS, FACILITIES, LOCALITY

__all__ = [
    "AREAS",
    "FACILITIES",
    "ImportCommand",
    "LOCALITY",
]
