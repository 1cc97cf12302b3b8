"""Reading notifications."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.notifications.models import Notification, NotificationPreference


def latest(user: Any, *, limit: int, unread: bool) -> QuerySet[Notification]:
    """A user's notifications, the newest first, with `seen_at`."""
    rows = Notification.objects.unread_by(user) if unread else Notification.objects.visible_to(user)
    return rows.with_reading(user)[:limit]


def unread_count(user: Any) -> int:
    """How many a user has not read."""
    return Notification.objects.unread_by(user).count()


def said(row: Notification) -> tuple[str, str]:
    """Title and message in the language of the moment."""
    return _filled(row.title, row.params), _filled(row.message, row.params)


def _filled(text: str, params: dict[str, Any] | None) -> str:
    if params is None or not text:
        return text
    return _(text) % params if params else _(text)


def preference_of(user: Any) -> str:
    """How often a user gets his unread notifications by mail."""
    found = NotificationPreference.objects.filter(user=user).values_list("courriel", flat=True).first()
    return found or NotificationPreference.Courriel.JAMAIS
