"""Define the decision about the outcome of a payment."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import StrictIntegerField, VisibleTextField
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.execution.manual_outcomes.models import DecidedResult


class OutcomeBody(CamelSerializer, ClosedSerializer):
    """Validate a decision: `montant` is what arrived of a partial payment (whole XOF), and of no other."""

    resultat = serializers.ChoiceField(choices=DecidedResult.choices)
    montant = StrictIntegerField(source="montant_recu", min_value=1, max_value=2**53, required=False, allow_null=True)
    reference_operateur = VisibleTextField(max_length=120, required=False, allow_null=True)
    motif = VisibleTextField(max_length=500)
    date_operation = serializers.DateField()

    def validate_date_operation(self, day: Any) -> Any:
        if day > timezone.localdate():
            raise serializers.ValidationError(_("Cette date est dans le futur."))
        return day

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        is_partial = values["resultat"] == DecidedResult.PARTIEL
        if is_partial != (values.get("montant_recu") is not None):
            raise serializers.ValidationError(
                {"montant": _("Le montant arrivé ne s'indique que pour un paiement partiel.")}
            )
        return {"montant_recu": None, "reference_operateur": None, **values}


class OutcomeResponse(CamelSerializer):
    """Serialize a decision: `statut` is propose until another person has confirmed it."""

    statut = serializers.SerializerMethodField()
    resultat = serializers.CharField()
    montant = serializers.IntegerField(source="montant_recu", allow_null=True)
    reference_operateur = serializers.CharField(allow_null=True)
    motif = serializers.CharField()
    date_operation = serializers.DateField()
    propose_par = serializers.SerializerMethodField()
    propose_le = serializers.DateTimeField()
    confirme_par = serializers.SerializerMethodField()
    confirme_le = serializers.DateTimeField(allow_null=True)

    def get_statut(self, row: Any) -> str:
        return "confirme" if row.confirme_le else "propose"

    def get_propose_par(self, row: Any) -> dict[str, Any]:
        return describe_person(row.propose_par)

    def get_confirme_par(self, row: Any) -> dict[str, Any] | None:
        return describe_person(row.confirme_par) if row.confirme_par else None


def describe_person(user: Any) -> dict[str, Any]:
    return {"id": user.id, "nom": f"{user.prenom} {user.nom}".strip()}
