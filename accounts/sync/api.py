"""Export what other features may use of the change feed; the rest of the package is private."""

from accounts.sync.queries import build_changed_sql, find_position, has_more_changes
from accounts.sync.types import Position

__all__ = ["Position", "build_changed_sql", "find_position", "has_more_changes"]
