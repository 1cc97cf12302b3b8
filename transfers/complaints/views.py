"""Serve complaints: list, creation, detail, change and moves."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from transfers.complaints import queries, serializers, services
from transfers.complaints.filters import ComplaintFilters
from transfers.complaints.models import Complaint

READ = "plaintes.lire"
MODIFY = "plaintes.modifier"


class ComplaintView(EnvelopeView):
    """Share how a complaint is found."""

    def find_complaint(self, identity: UUID) -> Complaint:
        complaint: Complaint = self.find_visible(queries.fetch_complaints(), id=identity)
        return complaint

    def build_context(self) -> dict[str, Any]:
        """Return the context of responses: whether the caller sees how to reach people."""
        return {"contacts": self.caller.holds("registre.voir_contacts")}

    def serialize_detail(self, complaint: Complaint) -> Any:
        """Return the detail of a complaint, with the score of its household for who may read it."""
        score = queries.explain_targeting(complaint, self.caller)
        subject = queries.describe_subject(complaint, self.caller)
        context = {**self.build_context(), "score": score, "subject": subject}
        return serializers.ComplaintDetailResponse(complaint, context=context).data


class ComplaintList(ComplaintView):
    permission = {"GET": READ, "POST": "plaintes.creer"}

    @declare_operation(
        "Plaintes",
        filters=ComplaintFilters,
        query=serializers.ComplaintListParams,
        response=serializers.ComplaintResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        page = queries.paginate_complaints(self.query, self.caller)
        return self.build_page_response(page.replace_items(map(serialize_row, page.items)))

    @declare_operation(
        "Enregistrer une plainte",
        body=serializers.ComplaintBody,
        response=serializers.ComplaintCreatedResponse,
        status=201,
    )
    def post(self, request: Any) -> Response:
        values = dict(self.validate_body().validated_data)
        complaint = services.create_complaint(values=values, user=self.caller)
        shown = serializers.ComplaintCreatedResponse(complaint).data
        return self.ok(shown, _("Plainte enregistrée."), status=201)


class ComplaintDetail(ComplaintView):
    permission = {"GET": READ, "PUT": MODIFY}

    @declare_operation("Une plainte", response=serializers.ComplaintDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        complaint = self.find_complaint(identity)
        shown = self.serialize_detail(complaint)
        return self.add_etag(self.ok(shown), etag.compute_etag(complaint.id, complaint.updated_at, shown))

    @declare_operation(
        "Modifier une plainte", body=serializers.ComplaintChangeBody, response=serializers.ComplaintDetailResponse
    )
    def put(self, request: Any, identity: UUID) -> Response:
        changed = services.change_complaint(
            complaint=self.find_complaint(identity),
            values=dict(self.validate_body(partial=True).validated_data),
            user=self.caller,
            require=self.require_same_version,
        )
        # Also where the caller may not read its new category: the answer is what they have just written.
        shown = self.serialize_detail(queries.fetch_complaints().get(id=changed.id))
        answer = self.ok(shown, _("Plainte modifiée."))
        return self.add_etag(answer, etag.compute_etag(changed.id, changed.updated_at))


class ComplaintMoves(ComplaintView):
    permission = MODIFY

    @declare_operation(
        "Changer le statut d'une plainte",
        body=serializers.StatusBody,
        response=serializers.ComplaintStatusResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        sent = self.validate_body().validated_data
        moved = services.move_complaint(
            complaint=self.find_complaint(identity),
            statut=sent["statut"],
            resolution=sent.get("resolution"),
            commentaire=sent.get("commentaire"),
            user=self.caller,
            require=self.require_same_version,
        )
        return self.ok(serializers.ComplaintStatusResponse(moved).data, _("Statut de la plainte modifié."))
