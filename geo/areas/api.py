"""Export what other features may use of areas; the rest of the package is private."""

from geo.areas.locks import LOCALITY_KIND, lock_area_creation
from geo.areas.queries import annotate_inhabitants, list_named_areas
from geo.areas.rules import LOCALITY_TYPE_LABELS

__all__ = [
    "LOCALITY_KIND",
    "LOCALITY_TYPE_LABELS",
    "annotate_inhabitants",
    "list_named_areas",
    "lock_area_creation",
]
