"""Serve password changes, and resets of forgotten passwords."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.passwords import serializers as shapes
from accounts.passwords import services
from config.addresses import find_client_address
from config.api.permissions import AUTHENTICATED, PUBLIC
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class PasswordChange(EnvelopeView):
    stores_responses = False
    permission = AUTHENTICATED
    reach = OWN
    open_to_restricted = True

    @declare_operation("Changer son mot de passe", body=shapes.PasswordChangeSerializer)
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        services.change_password(
            user=request.user,
            current=sent["current_password"],
            new=sent["new_password"],
            address=find_client_address(request),
            session_id=request.auth,
        )
        return self.ok(message=_("Mot de passe changé. Vos autres sessions sont fermées."))


class ForgottenPassword(EnvelopeView):
    stores_responses = False
    permission = PUBLIC
    reach = OWN
    authentication_classes: list = []

    @declare_operation("Demander un nouveau mot de passe", body=shapes.ForgottenPasswordSerializer)
    def post(self, request: Any) -> Response:
        services.request_password_reset(
            email=self.validate_body().validated_data["email"], address=find_client_address(request)
        )
        return self.ok(message=_("Si cette adresse est celle d'un compte, un courriel lui est envoyé."))


class PasswordResetConfirmation(EnvelopeView):
    stores_responses = False
    permission = PUBLIC
    reach = OWN
    authentication_classes: list = []

    @declare_operation("Choisir un nouveau mot de passe", body=shapes.PasswordResetSerializer)
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        services.reset_password_by_token(
            token=sent["token"], new=sent["new_password"], address=find_client_address(request)
        )
        return self.ok(message=_("Mot de passe changé. Connectez-vous."))
