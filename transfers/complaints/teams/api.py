"""Export what complaints may use of teams; the rest of the package is private."""

from transfers.complaints.teams.services import raise_limit_reached

__all__ = ["raise_limit_reached"]
