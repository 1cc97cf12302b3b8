"""Export what other features may use of collection; the rest of the package is private."""

from registry.collection.states import MOVES

__all__ = [
    "MOVES",
]
