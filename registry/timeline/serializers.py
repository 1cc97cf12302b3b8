"""Describe the response of the timeline."""

from typing import Any

from rest_framework import serializers


class PersonSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()


class TimelineEventResponse(serializers.Serializer):
    """Describe an event; `par` is null when no user caused it, and the keys of `details` depend on `type`."""

    date = serializers.DateTimeField()
    type = serializers.CharField()
    source: Any = serializers.CharField()
    titre = serializers.CharField()
    par = PersonSerializer(allow_null=True)
    details = serializers.DictField()
