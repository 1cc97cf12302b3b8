"""Recalculate PMT scores, of one household or of many, and explain a score."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.services import start
from config.api.schema import operation
from config.api.views import EnvelopeView
from registry.households.mass_views import IdsBody, MassAnswer, MassParams
from registry.households.models import Household
from registry.households.queries import tallied_total
from registry.pmt.models import PmtMethod
from registry.scoring import queries, services
from registry.scoring import serializers as shapes


class Recalculation(EnvelopeView):
    permission = services.PERMISSION

    @operation("Recalculer le score PMT d'un ménage", answer=shapes.ScoredAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        answer = services.score_one(household_id=identity, user=self.caller)
        return self.ok(answer, answer["motif"] or _("Score recalculé."))


class MassRecalculation(EnvelopeView):
    """Recalculate at once for few households, else, or with `async`, as a job (202)."""

    permission: Any = services.PERMISSION

    def later(self, number: int, params: dict[str, Any]) -> Response | None:
        """Return the 202 response of the job started, or None when the request can be handled at once."""
        queries.method_for_scoring()
        if not self.query["async"] and number <= settings.SYNCHRONOUS_MAX_ROWS:
            return None
        job = start(services.JOB, params, self.caller)
        message = _("Le travail continue en arrière-plan.")
        return self.ok({"jobId": job.id, "statut": job.statut}, message, status=202)


class RecalculationOfMany(MassRecalculation):
    @operation("Recalculer des scores PMT", query=MassParams, body=IdsBody, answer=MassAnswer)
    def post(self, request: Any) -> Response:
        ids = self.input().validated_data["ids"]
        if later := self.later(len(ids), services.job_params(ids)):
            return later
        answer = services.score_many(ids=ids, user=self.caller)
        return self.ok(answer, services.told_many(answer))


class RecalculationOfAll(MassRecalculation):
    @operation("Recalculer tous les scores PMT", query=MassParams, answer=shapes.AllAnswer)
    def post(self, request: Any) -> Response:
        if later := self.later(tallied_total({}, self.caller) or 0, services.job_params()):
            return later
        answer = services.score_all(user=self.caller)
        return self.ok(answer, services.told(answer))


class Explanation(EnvelopeView):
    permission = "registre.lire"

    @operation("Expliquer le score PMT d'un ménage", query=shapes.ExplanationParams, answer=shapes.ExplanationAnswer)
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find(Household, id=identity)
        wanted = self.query.get("methode")
        method = self.find(PmtMethod, id=wanted) if wanted else None
        return self.ok(queries.explain(household, method))
