"""Export what other features may use of follow up; the rest of the package is private."""

from registry.follow_up.filters import HOUSEHOLD_FILTERS
from registry.follow_up.services import update_record

__all__ = [
    "HOUSEHOLD_FILTERS",
    "update_record",
]
