"""Serve the quality analysis of one or all households, the quality dashboard and the quality rules."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.permissions import AUTHENTICATED
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from registry.households.api import count_households_by_tally
from registry.quality.api import QUALITY_RULES, describe_quality_problems
from registry.quality_dashboard import queries, serializers, services
from registry.quality_dashboard.filters import QualityFilters
from registry.quality_dashboard.jobs import build_analysis_params


class HouseholdAnalysis(EnvelopeView):
    permission = services.PERMISSION

    @declare_operation("Analyser la qualité d'un ménage", response=serializers.HouseholdQualityResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        household = services.analyse_household(household_id=identity, user=self.caller)
        return self.ok(serializers.build_quality_response(household), _("Qualité analysée."))


class AnalysisOfAllHouseholds(EnvelopeView):
    """Analyse the quality of all households visible to the caller.

    Run at once when there are few households; otherwise, or with `async`, start a job and return 202.
    """

    permission = services.PERMISSION

    @declare_operation(
        "Analyser la qualité de tous les ménages",
        query=serializers.QualityAnalysisParams,
        response=serializers.QualityAnalysisResponse,
    )
    def post(self, request: Any) -> Response:
        if self.needs_job(count_households_by_tally({}, self.caller) or 0):
            job = start_job(services.QUALITY_ANALYSIS_JOB, build_analysis_params(), self.caller)
            return self.build_job_response(job)
        result = services.analyse_visible_households(user=self.caller)
        return self.ok(serialize_row(result), services.describe_analysis(result))


class QualityDashboard(EnvelopeView):
    permission = services.PERMISSION

    @declare_operation("Tableau de la qualité", filters=QualityFilters, response=serializers.QualityDashboardResponse)
    def get(self, request: Any) -> Response:
        return self.ok(serializers.build_dashboard_response(queries.compute_dashboard(self.query, self.caller)))


class Interviews(EnvelopeView):
    """Serve the interviews of chosen households, each with the same surveyor's one before: what a suspicion rests on."""

    permission = services.PERMISSION

    @declare_operation(
        "Entretiens et celui d'avant",
        query=serializers.InterviewParams,
        response=serializers.InterviewResponse,
        many=True,
    )
    def get(self, request: Any) -> Response:
        rows = queries.list_interviews(self.query["ids"], self.caller)
        return self.ok([serialize_row(row) for row in rows])


class QualityRules(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation("Règles de qualité", response=serializers.QualityRuleResponse, many=True)
    def get(self, request: Any) -> Response:
        weights = {rule.code: rule.weight for rule in QUALITY_RULES}
        return self.ok([{**rule, "poids": weights[rule["code"]]} for rule in describe_quality_problems(weights)])
