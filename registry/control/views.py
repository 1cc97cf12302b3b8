"""Serve the quality analysis of one or all households, the quality dashboard and the quality rules."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.services import start
from config.api.permissions import AUTHENTICATED
from config.api.schema import operation
from config.api.views import EnvelopeView
from registry.control import queries, services
from registry.control import serializers as shapes
from registry.households.queries import tallied_total
from registry.quality.rules import RULES, told


class Analysis(EnvelopeView):
    permission = services.PERMISSION

    @operation("Analyser la qualité d'un ménage", answer=shapes.AnalysedAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        household = services.analyse_one(household_id=identity, user=self.caller)
        answer = {
            "menageId": household.id,
            "codeMenage": household.code_menage,
            "scoreQualite": household.score_qualite,
            "problemesQualite": told(household.problemes_qualite),
            "dateAnalyseQualite": household.date_analyse_qualite,
        }
        return self.ok(answer, _("Qualité analysée."))


class AnalysisOfAll(EnvelopeView):
    """Analyse the quality of all households visible to the caller.

    Runs at once when there are few households; otherwise, or with `async`, starts a job and returns 202.
    """

    permission = services.PERMISSION

    @operation(
        "Analyser la qualité de tous les ménages", query=shapes.AnalysisParams, answer=shapes.QualityAnalysisAnswer
    )
    def post(self, request: Any) -> Response:
        if self.query["async"] or (tallied_total({}, self.caller) or 0) > settings.SYNCHRONOUS_MAX_ROWS:
            job = start(services.JOB, services.job_params(), self.caller)
            message = _("Le travail continue en arrière-plan.")
            return self.ok({"jobId": job.id, "statut": job.statut}, message, status=202)
        answer = services.analyse_all(user=self.caller)
        return self.ok(answer, services.told(answer))


class Dashboard(EnvelopeView):
    permission = services.PERMISSION

    @operation("Tableau de la qualité", query=shapes.DashboardParams, answer=shapes.DashboardAnswer)
    def get(self, request: Any) -> Response:
        return self.ok(queries.dashboard(self.query, self.caller))


class Rules(EnvelopeView):
    permission = AUTHENTICATED

    @operation("Règles de qualité", answer=shapes.RuleAnswer, many=True)
    def get(self, request: Any) -> Response:
        weights = {rule.code: rule.weight for rule in RULES}
        return self.ok([{**rule, "poids": weights[rule["code"]]} for rule in told(weights)])
