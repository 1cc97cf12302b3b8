"""Recalculating PMT scores, of one or of all, and explaining one."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.services import start
from config.api.schema import operation
from config.api.views import EnvelopeView
from registry.households.models import Household
from registry.households.queries import tallied_total
from registry.pmt.models import PmtMethod
from registry.scoring import queries, services
from registry.scoring.serializers import AllAnswer, AllParams, ExplanationAnswer, ExplanationParams, ScoredAnswer


class Recalculation(EnvelopeView):
    permission = services.PERMISSION

    @operation("Recalculer le score PMT d'un ménage", answer=ScoredAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        answer = services.score_one(household_id=identity, user=self.caller)
        return self.ok(answer, answer["motif"] or _("Score recalculé."))


class RecalculationOfAll(EnvelopeView):
    """At once when there are few households, else, or with `async`, as a job (202)."""

    permission = services.PERMISSION

    @operation("Recalculer tous les scores PMT", query=AllParams, answer=AllAnswer)
    def post(self, request: Any) -> Response:
        queries.method_for_scoring()
        if self.query["async"] or (tallied_total({}, self.caller) or 0) > settings.SYNCHRONOUS_MAX_ROWS:
            job = start(services.JOB, services.job_params(), self.caller)
            message = _("Le travail continue en arrière-plan.")
            return self.ok({"jobId": job.id, "statut": job.statut}, message, status=202)
        answer = services.score_all(user=self.caller)
        return self.ok(answer, services.told(answer))


class Explanation(EnvelopeView):
    permission = "registre.lire"

    @operation("Expliquer le score PMT d'un ménage", query=ExplanationParams, answer=ExplanationAnswer)
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find(Household, id=identity)
        wanted = self.query.get("methode")
        method = self.find(PmtMethod, id=wanted) if wanted else None
        return self.ok(queries.explain(household, method))
