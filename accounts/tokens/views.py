"""Signing in, refreshing, signing out, and who one is."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.authentication import get_authorization_header
from rest_framework.response import Response

from accounts.tokens import services
from accounts.tokens.address import client_address
from accounts.tokens.serializers import LoginSerializer, RefreshSerializer, SessionSerializer
from accounts.users.serializers import UserSerializer
from config.api.permissions import AUTHENTICATED, PUBLIC
from config.api.problems import Problem
from config.api.schema import operation
from config.api.views import EnvelopeView


class Login(EnvelopeView):
    permission = PUBLIC
    authentication_classes: list = []

    @operation("Se connecter", body=LoginSerializer, answer=SessionSerializer)
    def post(self, request: Any) -> Response:
        sent = self.input().validated_data
        try:
            session = services.sign_in(email=sent["email"], password=sent["password"], address=client_address(request))
        except Problem as problem:
            if problem.code == "UNAUTHENTICATED":
                problem.message = _("Adresse ou mot de passe incorrect.")
            raise
        return self.ok(SessionSerializer(session).data)


class Refresh(EnvelopeView):
    permission = PUBLIC
    authentication_classes: list = []

    @operation("Renouveler la session", body=RefreshSerializer, answer=SessionSerializer)
    def post(self, request: Any) -> Response:
        session = services.refresh(token=self.input().validated_data["refreshToken"])
        return self.ok(SessionSerializer(session).data)


class Logout(EnvelopeView):
    permission = AUTHENTICATED

    @operation("Se déconnecter")
    def post(self, request: Any) -> Response:
        token = get_authorization_header(request).split()[-1].decode("latin-1")
        services.sign_out(access_token=token)
        return self.ok(message=_("Vous êtes déconnecté."))


class Me(EnvelopeView):
    permission = AUTHENTICATED

    @operation("L'utilisateur connecté", answer=UserSerializer)
    def get(self, request: Any) -> Response:
        return self.ok(UserSerializer(self.caller).data)
