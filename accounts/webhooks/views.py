"""Serve webhook endpoints and their deliveries to administrators."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.webhooks import serializers as shapes
from accounts.webhooks import services
from accounts.webhooks.filters import DeliveryFilters
from accounts.webhooks.hooks import event_types
from accounts.webhooks.models import WebhookEndpoint
from accounts.webhooks.queries import list_deliveries
from accounts.webhooks.rules import format_secret
from config.api.fields import PageParams
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate

KEY = "administration.webhooks"


def _serialize_with_secret(endpoint: WebhookEndpoint) -> dict[str, Any]:
    return shapes.EndpointSerializer(endpoint).data | {"secret": format_secret(endpoint)}


class EventTypes(EnvelopeView):
    permission = KEY

    @declare_operation("Événements qu'un webhook peut recevoir", response=shapes.EventTypeSerializer, many=True)
    def get(self, request: Any) -> Response:
        return self.ok([{"type": name, "label": type.label, "keys": type.fields} for name, type in event_types.items()])


class EndpointList(EnvelopeView):
    stores_responses = False
    permission = KEY
    reach = NATIONAL

    @declare_operation("Webhooks", response=shapes.EndpointSerializer, many=True)
    def get(self, request: Any) -> Response:
        return self.ok(shapes.EndpointSerializer(self.filter_visible(WebhookEndpoint), many=True).data)

    @declare_operation(
        "Créer un webhook", body=shapes.EndpointInput, response=shapes.EndpointSecretSerializer, status=201
    )
    def post(self, request: Any) -> Response:
        endpoint = services.create_endpoint(values=self.validate_body().validated_data, caller=self.caller)
        return self.ok(
            _serialize_with_secret(endpoint), _("Webhook créé. Gardez le secret : il n'est plus montré."), status=201
        )


class EndpointDetail(EnvelopeView):
    permission = KEY
    reach = NATIONAL

    @declare_operation("Un webhook", response=shapes.EndpointSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.ok(shapes.EndpointSerializer(self.find_visible(WebhookEndpoint, id=identity)).data)

    @declare_operation("Modifier un webhook", body=shapes.EndpointChange, response=shapes.EndpointSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        values = self.validate_body().validated_data
        endpoint = services.update_endpoint(endpoint_id=identity, values=values, caller=self.caller)
        return self.ok(shapes.EndpointSerializer(endpoint).data, _("Webhook modifié."))

    patch = put

    @declare_operation("Supprimer un webhook")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_endpoint(endpoint_id=identity, caller=self.caller)
        return self.ok(message=_("Webhook supprimé."))


class EndpointSecret(EnvelopeView):
    stores_responses = False
    permission = KEY
    reach = NATIONAL

    @declare_operation("Changer le secret d'un webhook", response=shapes.EndpointSecretSerializer)
    def post(self, request: Any, identity: UUID) -> Response:
        endpoint = services.rotate_secret(endpoint_id=identity, caller=self.caller)
        return self.ok(_serialize_with_secret(endpoint), _("Nouveau secret. L'ancien vaut encore pour un temps."))


class EndpointTest(EnvelopeView):
    permission = KEY
    reach = NATIONAL

    @declare_operation("Essayer un webhook", response=shapes.StartedDeliverySerializer, status=202)
    def post(self, request: Any, identity: UUID) -> Response:
        sent = services.send_test_event(endpoint_id=identity, caller=self.caller)
        return self.ok({"deliveryId": sent}, _("L'essai est envoyé."), status=202)


class DeliveryList(EnvelopeView):
    permission = KEY

    @declare_operation(
        "Livraisons d'un webhook",
        filters=DeliveryFilters,
        query=PageParams,
        response=shapes.DeliverySerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        rows = list_deliveries(self.find_visible(WebhookEndpoint, id=identity), self.query)
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(shapes.DeliverySerializer(page.items, many=True).data))


class Redelivery(EnvelopeView):
    permission = KEY
    reach = NATIONAL

    @declare_operation("Livrer à nouveau", response=shapes.StartedDeliverySerializer, status=202)
    def post(self, request: Any, identity: UUID, delivery: UUID) -> Response:
        services.resend_delivery(endpoint_id=identity, delivery_id=delivery, caller=self.caller)
        return self.ok({"deliveryId": delivery}, _("La livraison est envoyée à nouveau."), status=202)
