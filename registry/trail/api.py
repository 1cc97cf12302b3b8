"""Export what other features may use of trail; the rest of the package is private."""

from registry.trail.services import TimelineEvent, register_event_source

__all__ = [
    "TimelineEvent",
    "register_event_source",
]
