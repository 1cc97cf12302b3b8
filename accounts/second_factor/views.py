"""Serve the setup, confirmation and removal of the second factor."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.second_factor import serializers as shapes
from accounts.second_factor import services
from config.addresses import find_client_address
from config.api.permissions import AUTHENTICATED
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class AuthenticatorSetupView(EnvelopeView):
    stores_responses = False
    permission = AUTHENTICATED
    reach = OWN
    open_to_restricted = True

    @declare_operation("Préparer la double authentification", response=shapes.AuthenticatorSetupSerializer)
    def post(self, request: Any) -> Response:
        enrolment = services.set_up_authenticator(user=request.user)
        return self.ok(shapes.AuthenticatorSetupSerializer(enrolment).data, _("Confirmez avec un premier code."))


class AuthenticatorConfirmation(EnvelopeView):
    stores_responses = False
    permission = AUTHENTICATED
    reach = OWN
    open_to_restricted = True

    @declare_operation(
        "Activer la double authentification",
        body=shapes.SecondFactorProofSerializer,
        response=shapes.RecoveryCodesSerializer,
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        codes = services.confirm_authenticator(
            user=request.user, address=find_client_address(request), session_id=request.auth, **sent
        )
        return self.ok({"recoveryCodes": codes}, _("La double authentification est active."))


class SecondFactorRemoval(EnvelopeView):
    stores_responses = False
    permission = AUTHENTICATED
    reach = OWN
    open_to_restricted = True

    @declare_operation("Désactiver la double authentification", body=shapes.SecondFactorProofSerializer)
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        services.disable_second_factor(user=request.user, address=find_client_address(request), **sent)
        return self.ok(message=_("La double authentification n'est plus active."))
