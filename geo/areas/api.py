"""Export what other features may use of areas; the rest of the package is private."""

from geo.areas.locks import LOCALITIES, lock_area_creation

__all__ = [
    "LOCALITIES",
    "lock_area_creation",
]
