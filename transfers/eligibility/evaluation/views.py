"""Serve evaluations of one household and of many, and simulations of rules that are not stored."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from registry.households.mass.serializers import MassParams
from registry.households.models import Household
from transfers.eligibility.evaluation import jobs, queries, serializers, services

READ = jobs.PERMISSION


class HouseholdEvaluation(EnvelopeView):
    permission = READ

    @declare_operation(
        "Évaluer un ménage",
        body=serializers.HouseholdEvaluationBody,
        response=serializers.HouseholdEvaluationResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        household = self.find_visible(Household.objects.only(*serializers.SHOWN_COLUMNS), id=identity)
        sent = self.validate_body().validated_data
        chosen = sent.get("rule_set")
        evaluation = services.evaluate_household(
            household=household,
            version=services.find_current_version(chosen.id) if chosen else None,
            programme=sent.get("programme"),
            user=self.caller,
        )
        shown = serializers.EvaluatedHouseholdResponse(household).data
        return self.ok({"menage": shown, "evaluation": serialize_row(evaluation)})


class BatchEvaluation(EnvelopeView):
    """Evaluate at once for few households, else, or with `async`, as a job (202)."""

    permission = READ

    @declare_operation(
        "Évaluer des ménages",
        query=MassParams,
        body=serializers.EvaluationBatchBody,
        response=serializers.BatchResponse,
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        filters, is_update = sent.get("filters") or {}, sent["update_eligibility"]
        version = services.find_current_version(sent["rule_set"].id)
        if is_update:
            # Refuse now instead of in a later job, which checks again.
            services.require_update(version, self.caller)
        if self.needs_job(services.filter_evaluated(filters, self.caller).count()):
            params = jobs.build_evaluation_params(version, filters, is_update)
            return self.build_job_response(start_job(jobs.EVALUATION_JOB, params, self.caller))
        result = services.evaluate_batch(version=version, filters=filters, is_update=is_update, user=self.caller)
        return self.ok(serialize_row(result))


class RuleSimulation(EnvelopeView):
    permission = READ
    allowance = ANALYSIS

    @declare_operation("Simuler des règles", body=serializers.SimulationBody, response=serializers.SimulationResponse)
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        result = queries.simulate_rules(sent["definition"], sent["menage_ids"], sent["limit"], self.caller)
        return self.ok(serialize_row(result))
