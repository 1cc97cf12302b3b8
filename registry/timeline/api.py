"""Export what other features may use of the timeline; the rest of the package is private."""

from registry.timeline.hooks import event_sources
from registry.timeline.types import TimelineEvent

__all__ = [
    "TimelineEvent",
    "event_sources",
]
