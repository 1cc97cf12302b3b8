"""Serialize the fees of the payments of a cycle. Amounts are whole XOF, as numbers."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from config.api.fields import PageParams, build_query_serializer
from config.api.serializers import CamelSerializer, ClosedSerializer


class BatchParams(PageParams):
    limit = serializers.IntegerField(
        min_value=1, max_value=settings.SYNCHRONOUS_MAX_ROWS, default=settings.SYNCHRONOUS_MAX_ROWS
    )


ApplicationParams = build_query_serializer(
    "ApplicationParams", BatchParams, **{"async": serializers.BooleanField(required=False, default=False)}
)


class OperatorBody(CamelSerializer, ClosedSerializer):
    operateur = serializers.CharField(max_length=30)


class BatchBody(OperatorBody):
    cycle_id = serializers.UUIDField()


class PaymentTrancheResponse(serializers.Serializer):
    numero = serializers.IntegerField()
    label: Any = serializers.CharField()


class PaymentFeesResponse(CamelSerializer):
    """Show what one payment costs; null where no tranche holds its amount."""

    paiement_id = serializers.UUIDField()
    beneficiaire = serializers.CharField()
    montant_beneficiaire = serializers.IntegerField()
    taxe_administrative = serializers.IntegerField(allow_null=True)
    frais_retrait = serializers.IntegerField(allow_null=True)
    frais_total = serializers.IntegerField(allow_null=True)
    montant_total = serializers.IntegerField(allow_null=True)
    tranche = PaymentTrancheResponse(allow_null=True)


class FeeBatchResponse(CamelSerializer):
    """Show sums over all payments, and one page of them in `details`."""

    total_montant_beneficiaires = serializers.IntegerField()
    total_frais = serializers.IntegerField()
    total_montant_transaction = serializers.IntegerField()
    nb_paiements = serializers.IntegerField()
    nb_sans_tranche = serializers.IntegerField()
    nb_autres_operateurs = serializers.IntegerField()
    operateur = serializers.CharField()
    operateur_label = serializers.CharField()
    details = PaymentFeesResponse(many=True)
