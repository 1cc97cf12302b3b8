"""Validate and serialize webhook endpoints and deliveries."""

from typing import Any

from rest_framework import serializers

from accounts.webhooks.models import WebhookDelivery
from config.api.serializers import CamelSerializer


class EndpointInput(CamelSerializer):
    """Validate an endpoint. `events`: types of the catalogue, or `*` for all."""

    url = serializers.CharField(max_length=2000)
    description = serializers.CharField(max_length=255, required=False, allow_blank=True)
    events = serializers.ListField(child=serializers.CharField(max_length=60), allow_empty=False, max_length=200)
    is_active = serializers.BooleanField(required=False)


class EndpointChange(EndpointInput):
    """Validate a change of an endpoint: any of the fields."""

    url = serializers.CharField(max_length=2000, required=False)
    events = serializers.ListField(
        child=serializers.CharField(max_length=60), allow_empty=False, max_length=200, required=False
    )


class EndpointSerializer(CamelSerializer):
    """Serialize an endpoint without its secret, which is shown only when it is created or changed."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    description = serializers.CharField()
    events = serializers.ListField(child=serializers.CharField())
    is_active = serializers.BooleanField()
    failures = serializers.IntegerField()
    failing_since = serializers.DateTimeField(allow_null=True)
    pause_until = serializers.DateTimeField(allow_null=True)
    disabled_at = serializers.DateTimeField(allow_null=True)
    previous_secret_until = serializers.DateTimeField(source="previous_until", allow_null=True)
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class EndpointSecretSerializer(EndpointSerializer):
    """Serialize an endpoint with its new secret, which is shown only once."""

    secret = serializers.CharField()


class EventTypeSerializer(serializers.Serializer):
    type = serializers.CharField()
    label: Any = serializers.CharField()
    keys = serializers.ListField(child=serializers.CharField())


class DeliverySerializer(CamelSerializer):
    id = serializers.UUIDField()
    event_id = serializers.UUIDField()
    type = serializers.CharField(source="event.type")
    statut = serializers.ChoiceField(choices=WebhookDelivery.Statut.choices)
    attempts = serializers.IntegerField()
    next_attempt_at = serializers.SerializerMethodField()
    status_code = serializers.IntegerField(allow_null=True)
    error = serializers.CharField()
    milliseconds = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)

    def get_next_attempt_at(self, row: WebhookDelivery) -> str | None:
        return row.next_at.isoformat() if row.statut == WebhookDelivery.Statut.EN_ATTENTE else None


class StartedDeliverySerializer(CamelSerializer):
    """Serialize the 202 response for a delivery that a worker sends."""

    delivery_id = serializers.UUIDField()
