"""Export what other features may use of follow up; the rest of the package is private."""

from registry.follow_up.queries import PLACES
from registry.follow_up.services import lock_writable_household, update_record

__all__ = [
    "PLACES",
    "lock_writable_household",
    "update_record",
]
