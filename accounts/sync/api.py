"""Export what other features may use of the change feed; the rest of the package is private."""

from accounts.sync.queries import find_position, list_changed_ids
from accounts.sync.types import Position

__all__ = ["Position", "find_position", "list_changed_ids"]
