"""Serve sign-ins."""

from typing import Any

from rest_framework.response import Response

from accounts.sign_in import services
from accounts.sign_in.serializers import LoginSerializer
from accounts.tokens.serializers import TokensSerializer
from config.addresses import find_client_address
from config.api.permissions import PUBLIC
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class Login(EnvelopeView):
    # A refused attempt must still be counted, so it may not roll back with the request.
    is_one_transaction = False
    permission = PUBLIC
    reach = OWN
    authentication_classes: list = []

    @declare_operation("Se connecter", body=LoginSerializer, response=TokensSerializer)
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        agent = request.headers.get("User-Agent", "")
        tokens = services.sign_in(**sent, address=find_client_address(request), agent=agent)
        return self.ok(TokensSerializer(tokens).data)
