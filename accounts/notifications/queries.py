"""Query notifications and preferences."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.notifications.models import Notification, NotificationPreference
from accounts.users.models import User


def list_notifications(user: User, *, limit: int, unread: bool) -> QuerySet[Notification]:
    """Return a user's notifications, newest first, annotated with `seen_at`."""
    rows = Notification.objects.unread_by(user) if unread else Notification.objects.visible_to(user)
    return rows.annotate_seen_at(user)[:limit]


def count_unread_notifications(user: User) -> int:
    """Return the number of notifications that a user has not read."""
    return Notification.objects.unread_by(user).count()


def translate_notification(row: Notification) -> tuple[str, str]:
    """Return title and message in the active language."""
    return _translate_text(row.title, row.params), _translate_text(row.message, row.params)


def _translate_text(text: str, params: dict[str, Any] | None) -> str:
    if params is None or not text:
        return text
    return _(text) % params if params else _(text)


def find_language(user: User) -> str:
    """Return the language in which a user gets mails: that of their preferences, else that of the service."""
    found = NotificationPreference.objects.filter(user=user).values_list("langue", flat=True).first()
    return found or settings.LANGUAGE_CODE


def get_mail_frequency(user: User) -> str:
    """Return how often a user gets digest mails (`jamais`, `horaire`, `quotidien`)."""
    found = NotificationPreference.objects.filter(user=user).values_list("courriel", flat=True).first()
    return found or NotificationPreference.Courriel.JAMAIS
