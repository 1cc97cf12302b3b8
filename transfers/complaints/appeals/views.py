"""Serve appeals against what was decided of a complaint."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.schema import declare_operation
from transfers.complaints.appeals import queries, serializers, services
from transfers.complaints.views import MODIFY, READ, ComplaintView


class ComplaintAppeal(ComplaintView):
    permission = {"GET": READ, "POST": MODIFY}

    @declare_operation("Appels d'une plainte", response=serializers.AppealResponse, many=True, paging="total")
    def get(self, request: Any, identity: UUID) -> Response:
        shown = serializers.AppealResponse(queries.list_appeals(self.find_complaint(identity)), many=True).data
        return self.ok(shown, total=len(shown))

    @declare_operation(
        "Faire appel d'une plainte", body=serializers.AppealBody, response=serializers.AppealResponse, status=201
    )
    def post(self, request: Any, identity: UUID) -> Response:
        sent = self.validate_body().validated_data
        appeal = services.take_appeal(
            complaint=self.find_complaint(identity),
            motif=sent["motif"],
            examiner_id=sent.get("examinateur"),
            user=self.caller,
            require=self.require_same_version,
        )
        return self.ok(serializers.AppealResponse(appeal).data, _("Appel enregistré."), status=201)


class AppealDecision(ComplaintView):
    permission = MODIFY

    @declare_operation(
        "Décider de l'appel d'une plainte",
        body=serializers.AppealDecisionBody,
        response=serializers.AppealResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        sent = self.validate_body().validated_data
        appeal = services.decide_appeal(
            complaint=self.find_complaint(identity),
            decision=sent["decision"],
            motif=sent["motif"],
            user=self.caller,
            require=self.require_same_version,
        )
        return self.ok(serializers.AppealResponse(appeal).data, _("Appel décidé."))
