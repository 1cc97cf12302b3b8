"""Recalculate PMT scores, of one household or of many, and explain a score."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from registry.households.api import count_households_by_tally
from registry.households.mass.serializers import IdsBody, MassParams, MassResponse
from registry.households.models import Household
from registry.pmt.models import PmtMethod
from registry.scoring import queries, services
from registry.scoring import serializers as shapes


class Recalculation(EnvelopeView):
    permission = services.PERMISSION

    @declare_operation("Recalculer le score PMT d'un ménage", answer=shapes.ScoreResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        answer = services.score_household(household_id=identity, user=self.caller)
        return self.ok(answer, answer["motif"] or _("Score recalculé."))


class MassRecalculation(EnvelopeView):
    """Recalculate at once for few households, else, or with `async`, as a job (202)."""

    permission: Any = services.PERMISSION

    def later(self, number: int, params: dict[str, Any]) -> Response | None:
        """Return the 202 response of the job started, or None when the request can be handled at once."""
        queries.require_method_in_force()
        if not self.query["async"] and number <= settings.SYNCHRONOUS_MAX_ROWS:
            return None
        job = start_job(services.JOB, params, self.caller)
        message = _("Le travail continue en arrière-plan.")
        return self.ok({"jobId": job.id, "statut": job.statut}, message, status=202)


class BatchRecalculation(MassRecalculation):
    @declare_operation("Recalculer des scores PMT", query=MassParams, body=IdsBody, answer=MassResponse)
    def post(self, request: Any) -> Response:
        ids = self.input().validated_data["ids"]
        if later := self.later(len(ids), services.build_job_params(ids)):
            return later
        answer = services.score_batch(ids=ids, user=self.caller)
        return self.ok(answer, services.describe_batch(answer))


class FullRecalculation(MassRecalculation):
    @declare_operation("Recalculer tous les scores PMT", query=MassParams, answer=shapes.ScoreAllResponse)
    def post(self, request: Any) -> Response:
        if later := self.later(count_households_by_tally({}, self.caller) or 0, services.build_job_params()):
            return later
        answer = services.score_all_households(user=self.caller)
        return self.ok(answer, services.describe_full_run(answer))


class Explanation(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Expliquer le score PMT d'un ménage", query=shapes.ExplanationParams, answer=shapes.ExplanationResponse
    )
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find(Household, id=identity)
        wanted = self.query.get("methode")
        method = self.find(PmtMethod, id=wanted) if wanted else None
        return self.ok(queries.explain_score(household, method))
