"""Serve the gateway of SMS and voice: one signed address, by which complaints come in and answers go out."""

from typing import Any

from rest_framework.response import Response

from config.api.permissions import PUBLIC
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.complaints.gateway import serializers, services
from transfers.complaints.gateway.rules import require_signature
from transfers.complaints.gateway.types import GatewayMessage


class GatewayExchange(EnvelopeView):
    """Take messages that the gateway has signed. A repeated request changes nothing more."""

    stores_responses = False
    permission = PUBLIC
    reach = OWN
    authentication_classes: list = []

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        require_signature(request._request.body, request.headers)

    @declare_operation(
        "Échanger des messages avec une passerelle",
        body=serializers.ExchangeBody,
        response=serializers.ExchangeResponse,
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        taken, awaiting = services.exchange_messages(
            messages=[GatewayMessage(**message) for message in sent["messages"]], delivered=sent["remis"]
        )
        return self.ok(serializers.ExchangeResponse({"recus": taken, "a_envoyer": awaiting}).data)
