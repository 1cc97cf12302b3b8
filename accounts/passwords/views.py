"""Serve password changes, and resets of forgotten passwords."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.passwords import serializers as shapes
from accounts.passwords import services
from accounts.tokens.address import client_address
from config.api.permissions import AUTHENTICATED, PUBLIC
from config.api.reach import OWN
from config.api.schema import operation
from config.api.views import EnvelopeView


class Change(EnvelopeView):
    keeps_answers = False
    permission = AUTHENTICATED
    reach = OWN
    open_to_restricted = True

    @operation("Changer son mot de passe", body=shapes.ChangeSerializer)
    def post(self, request: Any) -> Response:
        sent = self.input().validated_data
        services.change(
            user=self.caller,
            current=sent["currentPassword"],
            new=sent["newPassword"],
            address=client_address(request),
            session_id=request.auth,
        )
        return self.ok(message=_("Mot de passe changé. Vos autres sessions sont fermées."))


class Forgot(EnvelopeView):
    keeps_answers = False
    permission = PUBLIC
    reach = OWN
    authentication_classes: list = []

    @operation("Demander un nouveau mot de passe", body=shapes.ForgotSerializer)
    def post(self, request: Any) -> Response:
        services.forgot(email=self.input().validated_data["email"], address=client_address(request))
        return self.ok(message=_("Si cette adresse est celle d'un compte, un courriel lui est envoyé."))


class Reset(EnvelopeView):
    keeps_answers = False
    permission = PUBLIC
    reach = OWN
    authentication_classes: list = []

    @operation("Choisir un nouveau mot de passe", body=shapes.ResetSerializer)
    def post(self, request: Any) -> Response:
        sent = self.input().validated_data
        services.reset(token=sent["token"], new=sent["newPassword"], address=client_address(request))
        return self.ok(message=_("Mot de passe changé. Connectez-vous."))
