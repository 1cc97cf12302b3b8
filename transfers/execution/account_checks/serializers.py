"""Define the query and the response of a check of accounts."""

from typing import Any

from rest_framework import serializers

from config.api.fields import PageParams
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.execution.account_checks.rules import describe_fault


class AccountCheckParams(PageParams):
    operateur = serializers.CharField(required=False, max_length=30)


class VerificationBody(ClosedSerializer):
    operateur = serializers.CharField(max_length=30)


class AccountFaultResponse(serializers.Serializer):
    champ = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class CheckedPaymentResponse(CamelSerializer):
    """Describe a payment to correct; `compte` is shown to who may see contacts."""

    paiement_id = serializers.UUIDField()
    reference = serializers.CharField()
    nom_complet = serializers.CharField()
    code_menage = serializers.CharField()
    compte = serializers.CharField(allow_null=True)
    problemes = AccountFaultResponse(many=True)


def build_checked_payment(row: dict[str, Any], contacts: bool) -> dict[str, Any]:
    """Return a payment to correct as the API shows it."""
    return {
        "paiementId": row["paiement_id"],
        "reference": row["reference"],
        "nomComplet": row["nom_complet"],
        "codeMenage": row["code_menage"],
        "compte": row["compte"] if contacts else None,
        "problemes": [describe_fault(fault) for fault in row["faults"]],
    }
