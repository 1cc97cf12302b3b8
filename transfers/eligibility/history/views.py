"""Serve the evaluations that were stored."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.response import Response

from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate
from registry.households.models import Household
from transfers.eligibility.history import queries, serializers
from transfers.eligibility.models import Evaluation, RuleSet


class EvaluationListView(EnvelopeView):
    """Share how evaluations are shown."""

    def build_evaluation_response(self, rows: QuerySet[Evaluation]) -> Response:
        page = paginate(rows, self.query["page"], self.query["limit"])
        found = queries.describe_evaluations(page.items, self.caller)
        return self.build_page_response(page.replace_items(serializers.StoredEvaluationResponse(found, many=True).data))


class RuleSetEvaluationList(EvaluationListView):
    permission = "transferts.lire"

    @declare_operation(
        "Évaluations d'un jeu de règles",
        query=PageParams,
        response=serializers.StoredEvaluationResponse,
        many=True,
        paging="meta",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        row = self.find_visible(RuleSet, id=identity)
        return self.build_evaluation_response(queries.filter_evaluations(self.caller).filter(version__jeu=row))


class HouseholdEvaluationList(EvaluationListView):
    permission = "registre.lire"

    @declare_operation(
        "Évaluations d'un ménage",
        query=PageParams,
        response=serializers.StoredEvaluationResponse,
        many=True,
        paging="meta",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        row = self.find_visible(Household, id=identity)
        return self.build_evaluation_response(queries.filter_evaluations(self.caller).filter(menage_id=row.id))
