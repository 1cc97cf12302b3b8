"""Serve graduations: list, proposal, detail, criteria, evaluation and cancellation; candidates and figures."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from config.paging import Page, paginate
from transfers.graduation import queries, serializers, services
from transfers.graduation.filters import GraduationFilters
from transfers.graduation.models import Graduation
from transfers.programmes.models import Programme

READ = "transferts.lire"
WRITE = "transferts.modifier"


class GraduationView(EnvelopeView):
    """Share how a graduation is found, and the response of a move."""

    def find_graduation(self, identity: UUID) -> Graduation:
        graduation: Graduation = self.find_visible(queries.fetch_graduations(), id=identity)
        return graduation

    def build_move_response(self, row: Graduation, shown: Any, message: str) -> Response:
        return self.add_etag(self.ok(shown, message), etag.compute_etag(row.id, row.updated_at))


class GraduationList(GraduationView):
    permission = {"GET": READ, "POST": "transferts.creer"}

    @declare_operation(
        "Graduations",
        filters=GraduationFilters,
        query=PageParams,
        response=serializers.GraduationResponse,
        many=True,
        paging="meta",
    )
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(queries.filter_graduations(self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(serializers.GraduationResponse(page.items, many=True).data))

    @declare_operation(
        "Proposer une graduation",
        body=serializers.GraduationBody,
        response=serializers.ProposalResponse,
        status=201,
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        row = services.propose_graduation(
            beneficiary_id=sent["beneficiaire"].id,
            motif=sent.get("motif"),
            commentaire=sent.get("commentaire"),
            user=self.caller,
        )
        return self.ok(serializers.ProposalResponse(row).data, _("Graduation proposée."), status=201)


class GraduationDetail(GraduationView):
    permission = READ

    @declare_operation("Une graduation", response=serializers.GraduationResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        row = self.find_graduation(identity)
        shown = serializers.GraduationResponse(row).data
        return self.add_etag(self.ok(shown), etag.compute_etag(row.id, row.updated_at, shown))


class GraduationCriteria(GraduationView):
    permission = READ

    @declare_operation(
        "Critères d'une graduation, avec leurs valeurs", response=serializers.ComparedCriterionResponse, many=True
    )
    def get(self, request: Any, identity: UUID) -> Response:
        rows = queries.list_criteria(self.find_graduation(identity))
        return self.ok([serialize_row(row) for row in rows])


class GraduationEvaluation(GraduationView):
    permission = WRITE

    @declare_operation(
        "Évaluer une graduation", body=serializers.EvaluationBody, response=serializers.EvaluatedResponse
    )
    def put(self, request: Any, identity: UUID) -> Response:
        row = services.evaluate_graduation(
            graduation=self.find_graduation(identity),
            evaluation=serializers.read_evaluation(self.validate_body().validated_data),
            user=self.caller,
            require=self.require_same_version,
        )
        return self.build_move_response(row, serializers.EvaluatedResponse(row).data, _("Graduation évaluée."))


class GraduationCancellation(GraduationView):
    permission = WRITE

    @declare_operation(
        "Annuler une graduation", body=serializers.CancellationBody, response=serializers.GraduationStatusResponse
    )
    def put(self, request: Any, identity: UUID) -> Response:
        row = services.cancel_graduation(
            graduation=self.find_graduation(identity),
            motif=self.validate_body().validated_data["motif"],
            user=self.caller,
            require=self.require_same_version,
        )
        return self.build_move_response(row, serializers.GraduationStatusResponse(row).data, _("Graduation annulée."))


class CandidateList(EnvelopeView):
    permission = READ
    allowance = ANALYSIS

    @declare_operation(
        "Candidats à la graduation d'un programme",
        query=PageParams,
        response=serializers.CandidateResponse,
        many=True,
        paging="meta",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.find_visible(Programme, id=identity)
        page, limit = self.query["page"], self.query["limit"]
        found = queries.list_candidates(programme.id, page, limit, self.caller)
        return self.build_page_response(Page([serialize_row(row) for row in found.candidats], page, limit, found.total))


class GraduationFigures(EnvelopeView):
    permission = READ

    @declare_operation("Statistiques de graduation d'un programme", response=serializers.GraduationFiguresResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.find_visible(Programme, id=identity)
        return self.ok(serialize_row(queries.compute_figures(programme.id, self.caller)))
