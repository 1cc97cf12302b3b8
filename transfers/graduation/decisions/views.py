"""Serve decisions about graduations."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from transfers.graduation import serializers
from transfers.graduation.decisions.services import decide_graduation
from transfers.graduation.views import WRITE, GraduationView


class GraduationDecision(GraduationView):
    permission = WRITE

    @declare_operation(
        "Décider d'une graduation",
        body=serializers.GraduationDecisionBody,
        response=serializers.DecidedGraduationResponse,
    )
    def put(self, request: Any, identity: UUID) -> Response:
        graduation = self.find_graduation(identity)
        decision = serializers.read_decision(self.validate_body().validated_data)
        row, cycles = decide_graduation(
            graduation=graduation, decision=decision, user=self.caller, require=self.require_same_version
        )
        message = _("Graduation approuvée.") if decision.approuver else _("Graduation rejetée.")
        shown = serializers.DecidedGraduationResponse(row).data | {"cycles": [serialize_row(cycle) for cycle in cycles]}
        return self.build_move_response(row, shown, message)
