"""Export what other features may use of webhooks; the rest of the package is private."""

from accounts.webhooks.hooks import EventType, event_types
from accounts.webhooks.services import publish_event, publish_events

__all__ = [
    "EventType",
    "event_types",
    "publish_event",
    "publish_events",
]
