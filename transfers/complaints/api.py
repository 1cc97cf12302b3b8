"""Export what other features may use of complaints; the rest of the package is private."""

from transfers.complaints.filters import KEPT_TERM
from transfers.complaints.map.layer import COMPLAINTS
from transfers.complaints.queries import count_complaints

__all__ = ["COMPLAINTS", "KEPT_TERM", "count_complaints"]
