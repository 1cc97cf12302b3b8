"""Serve the assignment of a complaint."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.schema import declare_operation
from transfers.complaints import serializers
from transfers.complaints.assignment import services
from transfers.complaints.views import ComplaintView


class ComplaintAssignment(ComplaintView):
    permission = "plaintes.modifier"

    @declare_operation("Assigner une plainte", body=serializers.AssignmentBody, response=serializers.AssignmentResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        sent = self.validate_body().validated_data
        complaint = services.assign_complaint(
            complaint=self.find_complaint(identity),
            team_id=sent.get("equipe"),
            member_id=sent.get("membre"),
            user=self.caller,
            require=self.require_same_version,
        )
        return self.ok(serializers.AssignmentResponse(complaint).data, _("Plainte assignée."))
