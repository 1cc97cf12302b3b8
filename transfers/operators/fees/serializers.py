"""Serialize fee schedules and fee calculations. Amounts are whole XOF, as numbers."""

from typing import Any

from rest_framework import serializers

from config.api.fields import StrictIntegerField
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.operators.fees.rules import describe_tranche
from transfers.operators.serializers import WholeAmountField

MAX_NUMBER = 2_147_483_647


class AmountParams(serializers.Serializer):
    montant = WholeAmountField(min_value=1)


class FeeParams(AmountParams):
    operateur = serializers.CharField(max_length=30)


class TrancheBody(CamelSerializer, ClosedSerializer):
    operateur = serializers.CharField(max_length=30)
    numero_tranche = StrictIntegerField(min_value=1, max_value=MAX_NUMBER)
    montant_min = WholeAmountField()
    montant_max = WholeAmountField()
    taxe_administrative = WholeAmountField()
    frais_retrait = WholeAmountField()
    actif = serializers.BooleanField(required=False)
    description = serializers.CharField(required=False, allow_null=True, allow_blank=True, max_length=2_000)


class TrancheResponse(CamelSerializer):
    id = serializers.UUIDField()
    operateur = serializers.CharField(source="operateur_id")
    operateur_label = serializers.CharField(source="operateur.label")
    numero_tranche = serializers.IntegerField()
    montant_min = serializers.IntegerField()
    montant_max = serializers.IntegerField()
    taxe_administrative = serializers.IntegerField()
    frais_retrait = serializers.IntegerField()
    cout_total = serializers.IntegerField()
    tranche_label = serializers.SerializerMethodField()
    actif = serializers.BooleanField()
    description = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField(allow_null=True)

    def get_tranche_label(self, row: Any) -> str:
        return describe_tranche(row)


class GapResponse(CamelSerializer):
    montant_min = serializers.IntegerField()
    montant_max = serializers.IntegerField()


class ScheduleResponse(CamelSerializer):
    """Show the active tranches of an operator, and the amounts between them that none holds (`lacunes`)."""

    operateur = serializers.CharField(source="operator.code")
    operateur_label = serializers.CharField(source="operator.label")
    tranches = TrancheResponse(many=True)
    lacunes = GapResponse(many=True, source="gaps")


class ScheduleOperatorResponse(serializers.Serializer):
    code = serializers.CharField()
    label: Any = serializers.CharField()


class MatchedTrancheResponse(CamelSerializer):
    id = serializers.UUIDField()
    numero = serializers.IntegerField(source="numero_tranche")
    label: Any = serializers.SerializerMethodField()
    montant_min = serializers.IntegerField()
    montant_max = serializers.IntegerField()

    def get_label(self, row: Any) -> str:
        return describe_tranche(row)


class FeeCalculationResponse(CamelSerializer):
    montant_beneficiaire = serializers.IntegerField()
    taxe_administrative = serializers.IntegerField()
    frais_retrait = serializers.IntegerField()
    frais_total = serializers.IntegerField()
    montant_total = serializers.IntegerField()
    tranche = MatchedTrancheResponse()


class OperatorFeesResponse(CamelSerializer):
    """Show what a transfer costs with one operator; null where none of its tranches holds the amount."""

    operateur = serializers.CharField(source="operator.code")
    operateur_label = serializers.CharField(source="operator.label")
    montant_beneficiaire = serializers.IntegerField(source="fees.montant_beneficiaire")
    taxe_administrative = serializers.IntegerField(source="fees.taxe_administrative", allow_null=True)
    frais_retrait = serializers.IntegerField(source="fees.frais_retrait", allow_null=True)
    frais_total = serializers.IntegerField(source="fees.frais_total", allow_null=True)
    montant_total = serializers.IntegerField(source="fees.montant_total", allow_null=True)
