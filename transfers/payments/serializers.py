"""Serialize payments in format B. Amounts are whole XOF, as numbers."""

from typing import Any

from rest_framework import serializers

from config.api.fields import VisibleTextField
from config.api.serializers import (
    CamelModelSerializer,
    CamelSerializer,
    ClosedSerializer,
    CodedReferenceSerializer,
)
from transfers.payments.models import Payment, PaymentStatus

# Contact and payment details: left out, not emptied, for callers who may not see them.
CONTACTS = ("telephone", "compteMobile", "compteBancaire")


class ExclusionBody(CamelSerializer, ClosedSerializer):
    motif = VisibleTextField(max_length=500)


class PaidBeneficiary(serializers.Serializer):
    id = serializers.UUIDField(source="beneficiaire_id")
    nomComplet = serializers.CharField(source="nom_complet")


class PaidHousehold(serializers.Serializer):
    id = serializers.UUIDField(source="menage_id")
    code = serializers.CharField(source="code_menage")


class PaymentResponse(CamelModelSerializer):
    """Describe a payment as its list froze it: person, account and household are those of the calculation.

    `telephone`, `compteMobile` and `compteBancaire` are present only for callers with `registre.voir_contacts`. Fees
    are null until a schedule was applied; `montantRecu` is what arrived, when that is not the whole amount.
    """

    montant = serializers.IntegerField()
    taxe_administrative = serializers.IntegerField(allow_null=True)
    frais_retrait = serializers.IntegerField(allow_null=True)
    frais_total = serializers.IntegerField(allow_null=True)
    montant_total = serializers.IntegerField(allow_null=True)
    montant_recu = serializers.IntegerField(allow_null=True)
    statut = serializers.ChoiceField(choices=PaymentStatus.choices)
    operateur = serializers.CharField(source="operateur_id", allow_null=True)
    telephone = serializers.CharField(allow_null=True, required=False)
    compte_mobile = serializers.CharField(allow_null=True, required=False)
    compte_bancaire = serializers.CharField(allow_null=True, required=False)
    cycle = CodedReferenceSerializer()
    programme = CodedReferenceSerializer(source="cycle.programme")
    beneficiaire = PaidBeneficiary(source="*")
    menage = PaidHousehold(source="*")
    region = serializers.SerializerMethodField()

    class Meta:
        model = Payment
        fields: Any = [
            "id", "reference", "montant", "taxe_administrative", "frais_retrait", "frais_total", "montant_total",
            "montant_recu", "statut", "mode_paiement", "operateur", "telephone", "compte_mobile", "compte_bancaire",
            "cycle", "programme", "beneficiaire", "menage", "region", "date_soumission", "date_execution",
            "reference_operateur", "motif_echec", "motif_exclusion",
        ]  # fmt: skip

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        if not self.context.get("contacts", True):
            for name in CONTACTS:
                del fields[name]
        return fields

    def get_region(self, payment: Any) -> dict[str, str] | None:
        return {"id": str(payment.region_id), "nom": payment.region_nom} if payment.region_id else None


class PaymentDetailResponse(PaymentResponse):
    """Describe one payment: also whose place in the programme it pays, the size of the household, and who excluded it."""

    principal_id = serializers.UUIDField()
    exclu_par = serializers.SerializerMethodField()

    class Meta(PaymentResponse.Meta):
        fields = [
            *PaymentResponse.Meta.fields, "principal_id", "taille_menage", "exclu_par", "created_at", "updated_at",
        ]  # fmt: skip

    def get_exclu_par(self, payment: Any) -> dict[str, str] | None:
        author = payment.exclu_par if payment.statut == PaymentStatus.ANNULE else None
        return author and {"id": str(author.id), "nom": author.nom_complet}
