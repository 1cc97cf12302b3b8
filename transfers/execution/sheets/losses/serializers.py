"""Define the decision about missing cash. Amounts are whole XOF."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import VisibleTextField
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.execution.manual_outcomes.serializers import describe_person
from transfers.execution.sheets.losses.models import CashLoss
from transfers.operators.serializers import WholeAmountField


class LossBody(CamelSerializer, ClosedSerializer):
    """Validate a decision: `montantRetrouve` is on the operator's account, under the `reference` of a voucher."""

    montant_retrouve = WholeAmountField(default=0)
    reference = VisibleTextField(max_length=255, required=False, allow_null=True)
    motif = VisibleTextField(max_length=500)

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        if bool(values["montant_retrouve"]) != bool(values.get("reference")):
            message = _("La référence de la pièce ne s'indique que pour ce qui est retrouvé.")
            raise serializers.ValidationError({"reference": message})
        return {"reference": None, **values}


class LossResponse(CamelSerializer):
    """Serialize a decision: `statut` is propose until another person has confirmed it."""

    statut = serializers.SerializerMethodField()
    montant_manquant = serializers.IntegerField(source="feuille.montant_manquant")
    montant_retrouve = serializers.IntegerField()
    montant_perdu = serializers.SerializerMethodField()
    reference = serializers.CharField(allow_null=True)
    motif = serializers.CharField()
    propose_par = serializers.SerializerMethodField()
    propose_le = serializers.DateTimeField()
    confirme_par = serializers.SerializerMethodField()
    confirme_le = serializers.DateTimeField(allow_null=True)

    def get_statut(self, row: CashLoss) -> str:
        return "confirme" if row.confirme_le else "propose"

    def get_montant_perdu(self, row: CashLoss) -> int:
        return (row.feuille.montant_manquant or 0) - row.montant_retrouve

    def get_propose_par(self, row: CashLoss) -> dict[str, Any]:
        return describe_person(row.propose_par)

    def get_confirme_par(self, row: CashLoss) -> dict[str, Any] | None:
        return describe_person(row.confirme_par) if row.confirme_par else None
