"""Serve the measures that complaints propose."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.schema import declare_operation
from transfers.complaints.measures import serializers, services
from transfers.complaints.measures.models import Measure
from transfers.complaints.views import MODIFY, READ, ComplaintView


class ComplaintMeasures(ComplaintView):
    permission = {"GET": READ, "POST": MODIFY}

    @declare_operation("Mesures d'une plainte", response=serializers.MeasureResponse, many=True, paging="total")
    def get(self, request: Any, identity: UUID) -> Response:
        rows = Measure.objects.filter(plainte=self.find_complaint(identity)).select_related("plainte")
        shown = serializers.MeasureResponse(rows, many=True).data
        return self.ok(shown, total=len(shown))

    @declare_operation(
        "Proposer une mesure", body=serializers.MeasureBody, response=serializers.MeasureResponse, status=201
    )
    def post(self, request: Any, identity: UUID) -> Response:
        complaint = self.find_complaint(identity)
        kind = self.validate_body().validated_data["type"]
        measure = services.propose_measure(complaint=complaint, kind=kind, user=self.caller)
        return self.ok(serializers.MeasureResponse(measure).data, _("Mesure proposée."), status=201)


class MeasureDecision(ComplaintView):
    # The service asks for the permission of what the measure does.
    permission = READ

    @declare_operation(
        "Noter qu'une mesure est faite ou écartée",
        body=serializers.MeasureDecisionBody,
        response=serializers.MeasureResponse,
    )
    def post(self, request: Any, identity: UUID, mesure: UUID) -> Response:
        measure = services.decide_measure(
            complaint=self.find_complaint(identity),
            measure_id=mesure,
            statut=self.validate_body().validated_data["statut"],
            user=self.caller,
        )
        return self.ok(serializers.MeasureResponse(measure).data, _("Mesure décidée."))
