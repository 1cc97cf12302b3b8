"""Recalculate PMT scores, of one household or of many, and explain a score."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from registry.households.api import count_households_by_tally
from registry.households.mass.serializers import IdsBody, MassParams, MassResponse
from registry.households.models import Household
from registry.pmt.models import PmtMethod
from registry.scoring import jobs, queries, serializers, services


class Recalculation(EnvelopeView):
    permission = jobs.PERMISSION

    @declare_operation("Recalculer le score PMT d'un ménage", response=serializers.ScoreResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        result = services.score_household(household_id=identity, user=self.caller)
        return self.ok(serialize_row(result), result.motif or _("Score recalculé."))


class MassRecalculation(EnvelopeView):
    """Recalculate at once for few households, else, or with `async`, as a job (202)."""

    permission: Any = jobs.PERMISSION

    def start_job_if_many(self, count: int, params: dict[str, Any]) -> Response | None:
        """Return the 202 response of the job started, or None when the request can be handled at once."""
        queries.require_method_in_force()
        if not self.needs_job(count):
            return None
        return self.build_job_response(start_job(jobs.RESCORING_JOB, params, self.caller))


class BatchRecalculation(MassRecalculation):
    @declare_operation("Recalculer des scores PMT", query=MassParams, body=IdsBody, response=MassResponse)
    def post(self, request: Any) -> Response:
        ids = self.validate_body().validated_data["ids"]
        if started := self.start_job_if_many(len(ids), jobs.build_rescoring_params(ids)):
            return started
        result = services.score_batch(ids=ids, user=self.caller)
        return self.ok(serialize_row(result), serializers.describe_batch(result))


class FullRecalculation(MassRecalculation):
    @declare_operation("Recalculer tous les scores PMT", query=MassParams, response=serializers.ScoreAllResponse)
    def post(self, request: Any) -> Response:
        if started := self.start_job_if_many(
            count_households_by_tally({}, self.caller) or 0, jobs.build_rescoring_params()
        ):
            return started
        result = services.score_all_households(user=self.caller)
        return self.ok(serialize_row(result), serializers.describe_full_run(result))


class Explanation(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Expliquer le score PMT d'un ménage",
        query=serializers.ExplanationParams,
        response=serializers.ExplanationResponse,
    )
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find_visible(Household, id=identity)
        method_id = self.query.get("methode")
        method = self.find_visible(PmtMethod, id=method_id) if method_id else None
        return self.ok(queries.explain_score(household, method))
