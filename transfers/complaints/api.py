"""Export what other features may use of complaints; the rest of the package is private."""

from transfers.complaints.queries import count_complaints

__all__ = ["count_complaints"]
