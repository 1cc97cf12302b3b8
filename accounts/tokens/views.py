"""Serve token refresh, sign-out, the signed-in user, their sessions and their access keys."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.tokens import queries, services
from accounts.tokens.serializers import (
    AccessKeyBody,
    AccessKeyResponse,
    NewAccessKeyResponse,
    RefreshSerializer,
    SessionSerializer,
    TokensSerializer,
)
from config.api.permissions import AUTHENTICATED, PUBLIC
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class SessionRefresh(EnvelopeView):
    stores_responses = False
    permission = PUBLIC
    reach = OWN
    authentication_classes: list = []

    @declare_operation("Renouveler la session", body=RefreshSerializer, response=TokensSerializer)
    def post(self, request: Any) -> Response:
        key = request.headers.get("Idempotency-Key", "")
        tokens = services.refresh_tokens(token=self.validate_body().validated_data["refresh_token"], key=key)
        return self.ok(TokensSerializer(tokens).data)


class Logout(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN
    open_to_restricted = True

    @declare_operation("Se déconnecter")
    def post(self, request: Any) -> Response:
        services.end_session(user=request.user, session_id=request.auth)
        return self.ok(message=_("Vous êtes déconnecté."))


class SessionList(EnvelopeView):
    permission = AUTHENTICATED
    open_to_restricted = True

    @declare_operation("Mes sessions", response=SessionSerializer, many=True)
    def get(self, request: Any) -> Response:
        rows = queries.list_open_sessions(request.user)
        return self.ok(SessionSerializer(rows, many=True, context={"request": request}).data)


class SessionDetail(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN
    open_to_restricted = True

    @declare_operation("Fermer une session")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.end_session(user=request.user, session_id=identity)
        return self.ok(message=_("Session fermée."))


class AccessKeyList(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN
    stores_responses = False  # it would store the secret

    @declare_operation("Mes clés d'accès", response=AccessKeyResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.ok(AccessKeyResponse(queries.list_access_keys(request.user), many=True).data)

    @declare_operation("Créer une clé d'accès", body=AccessKeyBody, response=NewAccessKeyResponse, status=201)
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        key, secret = services.create_access_key(user=request.user, name=sent["nom"], days=sent["jours"])
        shown = AccessKeyResponse(key).data | {"cle": secret}
        return self.ok(shown, _("Copiez la clé maintenant : elle n'est plus montrée."), status=201)


class AccessKeyDetail(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    @declare_operation("Révoquer une clé d'accès")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.revoke_access_key(user=request.user, key_id=identity)
        return self.ok(message=_("Clé révoquée."))
