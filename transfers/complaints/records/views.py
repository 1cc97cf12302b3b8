"""Serve what belongs to a complaint: history, comments, files, links and satisfaction."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.paging import paginate
from transfers.complaints.records import queries, serializers, services
from transfers.complaints.views import MODIFY, READ, ComplaintView


class ComplaintHistory(ComplaintView):
    permission = READ

    @declare_operation(
        "Historique d'une plainte",
        query=PageParams,
        response=serializers.MoveResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        complaint = self.find_complaint(identity)
        page = paginate(queries.list_moves(complaint), self.query["page"], self.query["limit"])
        moves = queries.build_moves(complaint, list(page.items))
        return self.build_page_response(page.replace_items(serializers.MoveResponse(moves, many=True).data))


class ComplaintComments(ComplaintView):
    permission = MODIFY

    @declare_operation(
        "Commenter une plainte ou répondre au plaignant",
        body=serializers.ComplaintCommentBody,
        response=serializers.MoveResponse,
        status=201,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        complaint = self.find_complaint(identity)
        sent = self.validate_body().validated_data
        move = services.add_comment(
            complaint=complaint,
            texte=sent["texte"],
            for_complainant=sent["pour_plaignant"],
            user=self.caller,
        )
        (shown,) = queries.build_moves(self.find_complaint(identity), [move])
        return self.ok(serializers.MoveResponse(shown).data, _("Commentaire ajouté."), status=201)


class ComplaintAttachments(ComplaintView):
    permission = {"GET": READ, "POST": MODIFY}

    @declare_operation("Pièces d'une plainte", response=serializers.AttachmentResponse, many=True, paging="total")
    def get(self, request: Any, identity: UUID) -> Response:
        shown = serializers.AttachmentResponse(queries.list_files(self.find_complaint(identity)), many=True).data
        return self.ok(shown, total=len(shown))

    @declare_operation(
        "Joindre une pièce à une plainte",
        body=serializers.AttachmentBody,
        response=serializers.AttachmentResponse,
        status=201,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        piece = services.add_file(
            complaint=self.find_complaint(identity),
            file_id=self.validate_body().validated_data["fichier"],
            user=self.caller,
        )
        return self.ok(serializers.AttachmentResponse(piece).data, _("Pièce jointe."), status=201)


class ComplaintLinks(ComplaintView):
    permission = {"GET": READ, "POST": MODIFY}

    @declare_operation(
        "Plaintes de la même affaire", response=serializers.LinkedComplaintResponse, many=True, paging="total"
    )
    def get(self, request: Any, identity: UUID) -> Response:
        rows = self.filter_visible(queries.list_linked_complaints(self.find_complaint(identity)))
        shown = serializers.LinkedComplaintResponse(rows, many=True).data
        return self.ok(shown, total=len(shown))

    @declare_operation("Lier deux plaintes", body=serializers.LinkBody)
    def post(self, request: Any, identity: UUID) -> Response:
        complaint = self.find_complaint(identity)
        other = self.validate_body().validated_data["plainte"]
        services.link_complaints(complaint=complaint, other=other, user=self.caller)
        return self.ok(message=_("Plaintes liées."))


class ComplaintLinkDetail(ComplaintView):
    permission = MODIFY

    @declare_operation("Délier deux plaintes")
    def delete(self, request: Any, identity: UUID, autre: UUID) -> Response:
        services.unlink_complaints(
            complaint=self.find_complaint(identity), other=self.find_complaint(autre), user=self.caller
        )
        return self.ok(message=_("Plaintes déliées."))


class ComplaintSatisfaction(ComplaintView):
    permission = MODIFY

    @declare_operation(
        "Dire la satisfaction du plaignant",
        body=serializers.SatisfactionBody,
        response=serializers.SatisfactionResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        rated = services.rate_complaint(
            complaint=self.find_complaint(identity),
            note=self.validate_body().validated_data["note"],
            user=self.caller,
            require=self.require_same_version,
        )
        return self.ok(serializers.SatisfactionResponse(rated).data, _("Satisfaction enregistrée."))
