"""Serialize notifications, and validate test notifications and preferences."""

import re
from typing import Any

import orjson
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.notifications.models import CATEGORIES, TYPES, NotificationPreference
from accounts.notifications.queries import translate_notification
from config.api.serializers import CamelSerializer

MAX_DATA = 16 * 1024
# A path of this application: `//host` and `/\host` would lead to another host.
PATH = re.compile(r"/(?![/\\])[^\s\\\x00-\x1f\x7f]*")


class NotificationListParams(serializers.Serializer):
    limit = serializers.IntegerField(min_value=1, max_value=100, default=50)
    unread = serializers.BooleanField(default=False)


class NotificationSerializer(CamelSerializer):
    id = serializers.UUIDField()
    title = serializers.CharField()
    message = serializers.CharField()
    type = serializers.ChoiceField(choices=TYPES)
    category = serializers.ChoiceField(choices=CATEGORIES)
    is_read = serializers.BooleanField()
    link = serializers.CharField(allow_null=True)
    data: Any = serializers.JSONField()
    created_at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)
    is_global = serializers.BooleanField()

    def to_representation(self, row: Any) -> dict[str, Any]:
        """Serialize a notification annotated with `seen_at`."""
        title, message = translate_notification(row)
        seen = row.seen_at
        return {
            "id": row.id,
            "title": title,
            "message": message,
            "type": row.type,
            "category": row.category,
            "isRead": seen is not None,
            "link": row.link or None,
            "data": row.data,
            "createdAt": row.created_at,
            "readAt": seen,
            "isGlobal": row.user_id is None,
        }


class NotificationTestInput(CamelSerializer):
    """Validate a test notification. With `isGlobal` it goes to all users, otherwise to the caller only."""

    title = serializers.CharField(max_length=255)
    message = serializers.CharField(max_length=10_000)
    type = serializers.ChoiceField(choices=TYPES, default="info")
    category = serializers.ChoiceField(choices=CATEGORIES, default="system")
    link = serializers.CharField(max_length=500, required=False, allow_blank=True, allow_null=True)
    data: Any = serializers.DictField(required=False, allow_null=True)
    is_global = serializers.BooleanField(source="everyone", default=False)

    def validate_link(self, value: str | None) -> str:
        if value and not PATH.fullmatch(value):
            raise serializers.ValidationError(_("Attendu : un chemin de l'application, tel que /programmes."))
        return value or ""

    def validate_data(self, value: dict[str, Any] | None) -> dict[str, Any]:
        if len(orjson.dumps(value)) > MAX_DATA:
            raise serializers.ValidationError(_("Ces données sont trop volumineuses."))
        return value or {}


class NotificationPreferenceSerializer(serializers.Serializer):
    courriel = serializers.ChoiceField(choices=NotificationPreference.Courriel.choices)
