"""Export what other features may use of webhooks; the rest of the package is private."""

from accounts.webhooks.services import publish_event

__all__ = [
    "publish_event",
]
