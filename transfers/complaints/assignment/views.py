"""Serve the assignment of complaints, and the queue of those that wait."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.paging import paginate
from registry.households.mass.serializers import MassResponse
from transfers.complaints.assignment import queries, serializers, services
from transfers.complaints.views import MODIFY, READ, ComplaintView


class ComplaintAssignment(ComplaintView):
    permission = MODIFY

    @declare_operation("Assigner une plainte", body=serializers.AssignmentBody, response=serializers.AssignmentResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        sent = self.validate_body().validated_data
        complaint, reasons = services.assign_complaint(
            complaint=self.find_complaint(identity),
            team_id=sent.get("equipe"),
            member_id=sent.get("membre"),
            user=self.caller,
            require=self.require_same_version,
        )
        shown = serializers.ComplaintAssignmentResponse(complaint).data
        return self.ok({**shown, "raisons": list(reasons)}, _("Plainte assignée."))


class MassAssignment(ComplaintView):
    permission = MODIFY

    @declare_operation("Assigner des plaintes", body=serializers.MassAssignmentBody, response=MassResponse)
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        result = services.assign_complaints(
            ids=sent["ids"], team_id=sent.get("equipe"), member_id=sent.get("membre"), user=self.caller
        )
        return self.ok(serialize_row(result))


class ComplaintQueue(ComplaintView):
    permission = READ

    @declare_operation(
        "Plaintes qui attendent un membre",
        query=serializers.QueueParams,
        response=serializers.WaitingComplaintResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        page = paginate(
            queries.list_waiting_complaints(self.caller, self.query.get("tri")), self.query["page"], self.query["limit"]
        )
        waiting = queries.build_queue(list(page.items))
        return self.build_page_response(
            page.replace_items(serializers.WaitingComplaintResponse(waiting, many=True).data)
        )
