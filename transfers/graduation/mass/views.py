"""Serve mass operations on graduations."""

from typing import Any

from django.utils.translation import ngettext
from rest_framework.response import Response

from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from transfers.graduation.mass import serializers, services
from transfers.graduation.mass.types import MassGraduationResult
from transfers.graduation.serializers import read_decision


class MassGraduationView(EnvelopeView):
    """Share the response of a mass operation."""

    permission = "transferts.modifier"

    def build_mass_response(self, result: MassGraduationResult) -> Response:
        count = result.success
        message = ngettext("%(n)d graduation traitée.", "%(n)d graduations traitées.", count) % {"n": count}
        return self.ok(serialize_row(result), message)


class MassProposal(MassGraduationView):
    permission = "transferts.creer"

    @declare_operation(
        "Proposer des graduations", body=serializers.MassProposalBody, response=serializers.MassGraduationResponse
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        result = services.propose_many(ids=sent["ids"], motif=sent.get("motif"), user=self.caller)
        return self.build_mass_response(result)


class MassEvaluation(MassGraduationView):
    @declare_operation(
        "Évaluer des graduations", body=serializers.MassEvaluationBody, response=serializers.MassGraduationResponse
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        return self.build_mass_response(services.evaluate_many(ids=sent["ids"], user=self.caller))


class MassDecision(MassGraduationView):
    @declare_operation(
        "Décider de graduations", body=serializers.MassDecisionBody, response=serializers.MassGraduationResponse
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        result = services.decide_many(ids=sent["ids"], decision=read_decision(sent), user=self.caller)
        return self.build_mass_response(result)
