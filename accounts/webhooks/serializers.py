"""Validate and serialize webhook endpoints and deliveries."""

from rest_framework import serializers

from accounts.webhooks.models import WebhookDelivery
from config.api.fields import PageParams


class EndpointInput(serializers.Serializer):
    """Validate an endpoint. `events`: types of the catalogue, or `*` for all."""

    url = serializers.CharField(max_length=2000)
    description = serializers.CharField(max_length=255, required=False, allow_blank=True)
    events = serializers.ListField(child=serializers.CharField(max_length=60), allow_empty=False, max_length=200)
    isActive = serializers.BooleanField(source="is_active", required=False)


class EndpointChange(EndpointInput):
    """Validate a change of an endpoint: any of the fields."""

    url = serializers.CharField(max_length=2000, required=False)
    events = serializers.ListField(
        child=serializers.CharField(max_length=60), allow_empty=False, max_length=200, required=False
    )


class EndpointSerializer(serializers.Serializer):
    """Serialize an endpoint without its secret, which is shown only when it is created or changed."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    description = serializers.CharField()
    events = serializers.ListField(child=serializers.CharField())
    isActive = serializers.BooleanField(source="is_active")
    failures = serializers.IntegerField()
    failingSince = serializers.DateTimeField(source="failing_since", allow_null=True)
    pauseUntil = serializers.DateTimeField(source="pause_until", allow_null=True)
    disabledAt = serializers.DateTimeField(source="disabled_at", allow_null=True)
    previousSecretUntil = serializers.DateTimeField(source="previous_until", allow_null=True)
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")


class EndpointSecretSerializer(EndpointSerializer):
    """Serialize an endpoint with its new secret, which is shown only once."""

    secret = serializers.CharField()


class EventTypeSerializer(serializers.Serializer):
    type = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    keys = serializers.ListField(child=serializers.CharField())


class DeliveryParams(PageParams):
    statut = serializers.ChoiceField(choices=WebhookDelivery.Statut.choices, required=False)
    type = serializers.CharField(max_length=60, required=False)


class DeliverySerializer(serializers.Serializer):
    id = serializers.UUIDField()
    eventId = serializers.UUIDField(source="event_id")
    type = serializers.CharField(source="event.type")
    statut = serializers.ChoiceField(choices=WebhookDelivery.Statut.choices)
    attempts = serializers.IntegerField()
    nextAttemptAt = serializers.SerializerMethodField()
    statusCode = serializers.IntegerField(source="status_code", allow_null=True)
    error = serializers.CharField()
    milliseconds = serializers.IntegerField(allow_null=True)
    createdAt = serializers.DateTimeField(source="created_at")
    endedAt = serializers.DateTimeField(source="ended_at", allow_null=True)

    def get_nextAttemptAt(self, row: WebhookDelivery) -> str | None:
        return row.next_at.isoformat() if row.statut == WebhookDelivery.Statut.EN_ATTENTE else None


class StartedDeliverySerializer(serializers.Serializer):
    """Serialize the 202 response for a delivery that a worker sends."""

    deliveryId = serializers.UUIDField()
