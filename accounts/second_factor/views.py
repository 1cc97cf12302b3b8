"""Serve the setup, confirmation and removal of the second factor."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.second_factor import serializers as shapes
from accounts.second_factor import services
from accounts.tokens.address import client_address
from config.api.permissions import AUTHENTICATED
from config.api.reach import OWN
from config.api.schema import operation
from config.api.views import EnvelopeView


class SetUp(EnvelopeView):
    keeps_answers = False
    permission = AUTHENTICATED
    reach = OWN
    open_to_restricted = True

    @operation("Préparer la double authentification", answer=shapes.EnrolmentSerializer)
    def post(self, request: Any) -> Response:
        enrolment = services.set_up(user=self.caller)
        return self.ok(shapes.EnrolmentSerializer(enrolment).data, _("Confirmez avec un premier code."))


class Confirm(EnvelopeView):
    keeps_answers = False
    permission = AUTHENTICATED
    reach = OWN
    open_to_restricted = True

    @operation("Activer la double authentification", body=shapes.ProofSerializer, answer=shapes.RecoveryCodesSerializer)
    def post(self, request: Any) -> Response:
        sent = self.input().validated_data
        codes = services.confirm(user=self.caller, address=client_address(request), session_id=request.auth, **sent)
        return self.ok({"recoveryCodes": codes}, _("La double authentification est active."))


class Disable(EnvelopeView):
    keeps_answers = False
    permission = AUTHENTICATED
    reach = OWN
    open_to_restricted = True

    @operation("Désactiver la double authentification", body=shapes.ProofSerializer)
    def post(self, request: Any) -> Response:
        sent = self.input().validated_data
        services.disable(user=self.caller, address=client_address(request), **sent)
        return self.ok(message=_("La double authentification n'est plus active."))
