"""Export what other features may use of collection; the rest of the package is private."""

from registry.collection_workflow.states import COLLECTION_TRANSITIONS

__all__ = [
    "COLLECTION_TRANSITIONS",
]
