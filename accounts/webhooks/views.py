"""Serve webhook endpoints and their deliveries to administrators."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.webhooks import serializers as shapes
from accounts.webhooks import services
from accounts.webhooks.hooks import event_types
from accounts.webhooks.models import WebhookEndpoint
from accounts.webhooks.queries import list_deliveries
from accounts.webhooks.rules import format_secret
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate

KEY = "administration.webhooks"


def _serialize_with_secret(endpoint: WebhookEndpoint) -> dict[str, Any]:
    return shapes.EndpointSerializer(endpoint).data | {"secret": format_secret(endpoint)}


class EventTypes(EnvelopeView):
    permission = KEY

    @declare_operation("Événements qu'un webhook peut recevoir", answer=shapes.EventTypeSerializer, many=True)
    def get(self, request: Any) -> Response:
        return self.ok([{"type": name, "label": type.label, "keys": type.fields} for name, type in event_types.items()])


class EndpointList(EnvelopeView):
    keeps_answers = False
    permission = KEY
    reach = NATIONAL

    @declare_operation("Webhooks", answer=shapes.EndpointSerializer, many=True)
    def get(self, request: Any) -> Response:
        return self.ok(shapes.EndpointSerializer(self.visible(WebhookEndpoint), many=True).data)

    @declare_operation(
        "Créer un webhook", body=shapes.EndpointInput, answer=shapes.EndpointSecretSerializer, status=201
    )
    def post(self, request: Any) -> Response:
        endpoint = services.create_endpoint(values=self.input().validated_data, caller=self.caller)
        return self.ok(
            _serialize_with_secret(endpoint), _("Webhook créé. Gardez le secret : il n'est plus montré."), status=201
        )


class EndpointDetail(EnvelopeView):
    permission = KEY
    reach = NATIONAL

    @declare_operation("Un webhook", answer=shapes.EndpointSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.ok(shapes.EndpointSerializer(self.find(WebhookEndpoint, id=identity)).data)

    @declare_operation("Modifier un webhook", body=shapes.EndpointChange, answer=shapes.EndpointSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        values = self.input().validated_data
        endpoint = services.update_endpoint(endpoint_id=identity, values=values, caller=self.caller)
        return self.ok(shapes.EndpointSerializer(endpoint).data, _("Webhook modifié."))

    patch = put

    @declare_operation("Supprimer un webhook")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_endpoint(endpoint_id=identity, caller=self.caller)
        return self.ok(message=_("Webhook supprimé."))


class EndpointSecret(EnvelopeView):
    keeps_answers = False
    permission = KEY
    reach = NATIONAL

    @declare_operation("Changer le secret d'un webhook", answer=shapes.EndpointSecretSerializer)
    def post(self, request: Any, identity: UUID) -> Response:
        endpoint = services.rotate_secret(endpoint_id=identity, caller=self.caller)
        return self.ok(_serialize_with_secret(endpoint), _("Nouveau secret. L'ancien vaut encore pour un temps."))


class EndpointTest(EnvelopeView):
    permission = KEY
    reach = NATIONAL

    @declare_operation("Essayer un webhook", answer=shapes.StartedDeliverySerializer, status=202)
    def post(self, request: Any, identity: UUID) -> Response:
        sent = services.send_test_event(endpoint_id=identity, caller=self.caller)
        return self.ok({"deliveryId": sent}, _("L'essai est envoyé."), status=202)


class DeliveryList(EnvelopeView):
    permission = KEY

    @declare_operation(
        "Livraisons d'un webhook",
        query=shapes.DeliveryParams,
        answer=shapes.DeliverySerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        rows = list_deliveries(self.find(WebhookEndpoint, id=identity), self.query)
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.page(page.of(shapes.DeliverySerializer(page.items, many=True).data))


class Redelivery(EnvelopeView):
    permission = KEY
    reach = NATIONAL

    @declare_operation("Livrer à nouveau", answer=shapes.StartedDeliverySerializer, status=202)
    def post(self, request: Any, identity: UUID, delivery: UUID) -> Response:
        services.resend_delivery(endpoint_id=identity, delivery_id=delivery, caller=self.caller)
        return self.ok({"deliveryId": delivery}, _("La livraison est envoyée à nouveau."), status=202)
