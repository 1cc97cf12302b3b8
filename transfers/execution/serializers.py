"""Serialize the execution of cycles in format B."""

from typing import Any

from rest_framework import serializers

from config.api.fields import StrictIntegerField
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.execution.models import Provider
from transfers.execution.types import RunOptions


class SimulationSerializer(ClosedSerializer):
    """Validate what the simulator is to do: rates in percent, and a seed that draws other payments."""

    tauxEchec = StrictIntegerField(min_value=0, max_value=100, required=False)
    tauxInconnu = StrictIntegerField(min_value=0, max_value=100, required=False)
    graine = StrictIntegerField(min_value=0, max_value=2**31, required=False)


class ExecutionBody(CamelSerializer, ClosedSerializer):
    """Validate how payments are made; failed ones without a provider are tried again as they were last."""

    fournisseur = serializers.ChoiceField(choices=Provider.choices, required=False)
    operateur = serializers.CharField(max_length=30, required=False)
    simulation = SimulationSerializer(required=False)


class ExecutionParams(serializers.Serializer):
    def get_fields(self) -> dict[str, Any]:
        return {"async": serializers.BooleanField(default=False)}


class RunSummaryResponse(CamelSerializer):
    """Describe how far the payments of a run are. Amounts are whole XOF."""

    statut = serializers.CharField()
    nb_paiements = serializers.IntegerField()
    reussis = serializers.IntegerField()
    echoues = serializers.IntegerField()
    en_cours = serializers.IntegerField()
    inconnus = serializers.IntegerField()
    montant_total = serializers.IntegerField()


class RetriedPaymentResponse(serializers.Serializer):
    id = serializers.UUIDField()
    reference = serializers.CharField()
    statut = serializers.CharField()


class SuspensionResponse(CamelSerializer):
    id = serializers.UUIDField()
    suspendu_le = serializers.DateTimeField(allow_null=True)


def read_options(sent: dict[str, Any]) -> RunOptions:
    """Return the options of a run from a validated body; `fichier` is the usual provider."""
    return RunOptions(
        fournisseur=sent.get("fournisseur", Provider.FICHIER.value),
        operateur=sent.get("operateur"),
        simulation=dict(sent.get("simulation", {})),
    )
