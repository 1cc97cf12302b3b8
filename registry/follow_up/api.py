"""Export what other features may use of follow up; the rest of the package is private."""

from registry.follow_up.filters import RecordFilters
from registry.follow_up.services import update_record

__all__ = [
    "RecordFilters",
    "update_record",
]
