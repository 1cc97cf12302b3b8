"""Export what other features may use of complaints; the rest of the package is private."""

from transfers.complaints.filters import KEPT_TERM
from transfers.complaints.map.layer import COMPLAINTS
from transfers.complaints.queries import count_complaints, find_first_deadline
from transfers.complaints.rules import DIRECTION_DAYS

__all__ = ["COMPLAINTS", "DIRECTION_DAYS", "KEPT_TERM", "count_complaints", "find_first_deadline"]
