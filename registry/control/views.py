"""Serve the quality analysis of one or all households, the quality dashboard and the quality rules."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.permissions import AUTHENTICATED
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from registry.control import queries, services
from registry.control import serializers as shapes
from registry.households.api import count_households_by_tally
from registry.quality.api import QUALITY_RULES, describe_quality_problems


class HouseholdAnalysis(EnvelopeView):
    permission = services.PERMISSION

    @declare_operation("Analyser la qualité d'un ménage", answer=shapes.HouseholdQualityResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        household = services.analyse_household(household_id=identity, user=self.caller)
        answer = {
            "menageId": household.id,
            "codeMenage": household.code_menage,
            "scoreQualite": household.score_qualite,
            "problemesQualite": describe_quality_problems(household.problemes_qualite),
            "dateAnalyseQualite": household.date_analyse_qualite,
        }
        return self.ok(answer, _("Qualité analysée."))


class AnalysisOfAllHouseholds(EnvelopeView):
    """Analyse the quality of all households visible to the caller.

    Runs at once when there are few households; otherwise, or with `async`, starts a job and returns 202.
    """

    permission = services.PERMISSION

    @declare_operation(
        "Analyser la qualité de tous les ménages",
        query=shapes.QualityAnalysisParams,
        answer=shapes.QualityAnalysisResponse,
    )
    def post(self, request: Any) -> Response:
        if self.query["async"] or (count_households_by_tally({}, self.caller) or 0) > settings.SYNCHRONOUS_MAX_ROWS:
            job = start_job(services.JOB, services.build_job_params(), self.caller)
            message = _("Le travail continue en arrière-plan.")
            return self.ok({"jobId": job.id, "statut": job.statut}, message, status=202)
        answer = services.analyse_visible_households(user=self.caller)
        return self.ok(answer, services.describe_analysis(answer))


class QualityDashboard(EnvelopeView):
    permission = services.PERMISSION

    @declare_operation(
        "Tableau de la qualité", query=shapes.QualityDashboardParams, answer=shapes.QualityDashboardResponse
    )
    def get(self, request: Any) -> Response:
        return self.ok(queries.build_dashboard_response(self.query, self.caller))


class QualityRules(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation("Règles de qualité", answer=shapes.QualityRuleResponse, many=True)
    def get(self, request: Any) -> Response:
        weights = {rule.code: rule.weight for rule in QUALITY_RULES}
        return self.ok([{**rule, "poids": weights[rule["code"]]} for rule in describe_quality_problems(weights)])
