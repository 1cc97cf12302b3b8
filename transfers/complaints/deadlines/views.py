"""Serve suspensions of the deadline of a complaint."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.schema import declare_operation
from transfers.complaints.deadlines import serializers, services
from transfers.complaints.views import MODIFY, ComplaintView


class DeadlineSuspension(ComplaintView):
    permission = MODIFY

    @declare_operation(
        "Suspendre le délai d'une plainte",
        body=serializers.SuspensionBody,
        response=serializers.DeadlineResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        sent = self.validate_body().validated_data
        complaint = services.suspend_deadline(
            complaint=self.find_complaint(identity),
            motif=sent["motif"],
            commentaire=sent.get("commentaire"),
            user=self.caller,
            require=self.require_same_version,
        )
        return self.ok(serializers.DeadlineResponse(complaint).data, _("Délai suspendu."))


class DeadlineResumption(ComplaintView):
    permission = MODIFY

    @declare_operation(
        "Reprendre le délai d'une plainte",
        body=serializers.ResumptionBody,
        response=serializers.DeadlineResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        complaint = services.resume_deadline(
            complaint=self.find_complaint(identity),
            commentaire=self.validate_body().validated_data.get("commentaire"),
            user=self.caller,
            require=self.require_same_version,
        )
        return self.ok(serializers.DeadlineResponse(complaint).data, _("Le délai court de nouveau."))
