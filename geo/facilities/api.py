"""Export what other features may use of facilities; the rest of the package is private."""

from geo.facilities.bulk import bulk_load_facilities, on_facilities_loaded
from geo.facilities.types import (
    HEALTH,
    LOCALITIES,
    POLICE,
    SCHOOLS,
    VBG,
    WATER,
    select_type_label,
)

__all__ = [
    "HEALTH",
    "LOCALITIES",
    "POLICE",
    "SCHOOLS",
    "VBG",
    "WATER",
    "bulk_load_facilities",
    "on_facilities_loaded",
    "select_type_label",
]
