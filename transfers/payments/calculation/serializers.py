"""Serialize calculations and exceptions in format B. Amounts are whole XOF, as numbers."""

from typing import Any

from rest_framework import serializers

from config.api.fields import PageParams
from config.api.serializers import CamelSerializer, ClosedSerializer, ReferenceSerializer
from transfers.beneficiaries.models import ModePaiement
from transfers.payments.calculation.rules import EXCEPTION_REASONS
from transfers.payments.calculation.types import ExceptionRow


class CalculationBody(CamelSerializer, ClosedSerializer):
    """Name the operator through which all payments of the cycle go; without one, each account says."""

    operateur = serializers.CharField(max_length=30, required=False, allow_null=True)


class CalculationResponse(CamelSerializer):
    nb_paiements = serializers.IntegerField()
    montant_total = serializers.IntegerField()
    nb_exclus = serializers.IntegerField()
    montant_exclu = serializers.IntegerField()


class ExceptionParams(PageParams):
    motif = serializers.ChoiceField(choices=list(EXCEPTION_REASONS), required=False)


class ExceptionBeneficiary(serializers.Serializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    nomComplet = serializers.CharField()


class ExceptionHousehold(serializers.Serializer):
    id = serializers.UUIDField()
    code = serializers.CharField()


class ExceptionResponse(serializers.Serializer):
    """Describe an enrolled household that is not paid; `compte` and `telephone` only with `registre.voir_contacts`."""

    beneficiaire = ExceptionBeneficiary()
    menage = ExceptionHousehold()
    region = ReferenceSerializer(allow_null=True)
    modePaiement = serializers.ChoiceField(choices=ModePaiement.choices, allow_null=True)
    telephone = serializers.CharField(allow_null=True, required=False)
    compte = serializers.CharField(allow_null=True, required=False)
    motif = serializers.ChoiceField(choices=list(EXCEPTION_REASONS))
    motifLabel = serializers.CharField()


def build_exception_response(row: ExceptionRow, contacts: bool) -> dict[str, Any]:
    """Build the response of an exception; with `contacts`, include telephone and account."""
    response = {
        "beneficiaire": {"id": row.beneficiaire_id, "code": row.code_beneficiaire, "nomComplet": row.nom_complet},
        "menage": {"id": row.menage_id, "code": row.code_menage},
        "region": row.region_id and {"id": row.region_id, "nom": row.region_nom},
        "modePaiement": row.mode_paiement,
        "motif": row.motif,
        "motifLabel": str(EXCEPTION_REASONS[row.motif]),
    }
    return response | ({"telephone": row.telephone, "compte": row.compte} if contacts else {})
