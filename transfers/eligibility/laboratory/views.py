"""Serve the targeting laboratory."""

from typing import Any

from rest_framework.response import Response

from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.eligibility.evaluation.services import filter_evaluated
from transfers.eligibility.laboratory import serializers
from transfers.eligibility.laboratory.queries import compare_designs
from transfers.eligibility.laboratory.types import Costs


class TargetingLaboratory(EnvelopeView):
    """Compare designs over all households that the caller sees. Nothing is stored."""

    permission = "registre.lire"
    allowance = ANALYSIS

    @declare_operation(
        "Comparer des ciblages", body=serializers.LaboratoryBody, response=serializers.ComparisonResponse
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        comparison = compare_designs(
            [design["design"] for design in sent["scenarios"]],
            filter_evaluated(sent.get("filters") or {}, self.caller),
            Costs(sent["montant_par_cycle"], sent["cycles_par_an"], sent.get("budget_annuel")),
            sorted(set(sent["seuils"])),
        )
        return self.ok(serializers.ComparisonResponse(comparison).data)
