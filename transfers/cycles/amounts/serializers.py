"""Serialize the amount rules of programmes in format B."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import StrictIntegerField
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.cycles.models import ModeMontant
from transfers.cycles.serializers import require_positive
from transfers.programmes.serializers import AmountField, ComputedAmountField

MAX_TRANCHES: Final = 50
# The largest size of a household.
MAX_SIZE: Final = 32_767


class AmountTrancheBody(CamelSerializer, ClosedSerializer):
    taille_min = StrictIntegerField(min_value=1, max_value=MAX_SIZE)
    montant = AmountField(validators=[require_positive])


class AmountRuleBody(CamelSerializer, ClosedSerializer):
    """Validate a whole rule: what belongs to another mode is refused rather than left aside."""

    mode = serializers.ChoiceField(choices=ModeMontant.choices)
    plafond = AmountField(required=False, allow_null=True, default=None, validators=[require_positive])
    tranches = AmountTrancheBody(many=True, required=False, default=list)

    def validate_tranches(self, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len(value) > MAX_TRANCHES:
            raise serializers.ValidationError(_("Au plus %(n)d tranches.") % {"n": MAX_TRANCHES})
        if len({tranche["taille_min"] for tranche in value}) < len(value):
            raise serializers.ValidationError(_("Deux tranches commencent à la même taille."))
        return value

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        mode, errors = attrs["mode"], {}
        if attrs["plafond"] is not None and mode != ModeMontant.PAR_PERSONNE:
            errors["plafond"] = _("Un plafond va avec un montant par personne.")
        if bool(attrs["tranches"]) != (mode == ModeMontant.PAR_TAILLE):
            errors["tranches"] = _("Des tranches vont avec un montant par taille, qui en demande.")
        if errors:
            raise serializers.ValidationError(errors)
        return attrs


class AmountTrancheResponse(serializers.Serializer):
    """Describe a tranche as it is stored."""

    tailleMin = serializers.IntegerField()
    montant = ComputedAmountField()


class AmountRuleResponse(CamelSerializer):
    programme_id = serializers.UUIDField()
    mode = serializers.ChoiceField(choices=ModeMontant.choices)
    plafond = ComputedAmountField(allow_null=True)
    tranches = AmountTrancheResponse(many=True)


def read_rule_values(body: Any) -> dict[str, Any]:
    """Return the columns of a validated body: whole amounts, and tranches by ascending size."""
    values = body.validated_data
    tranches = sorted(values["tranches"], key=lambda tranche: tranche["taille_min"])
    return {
        "mode": values["mode"],
        "plafond": None if values["plafond"] is None else int(values["plafond"]),
        "tranches": [{"tailleMin": one["taille_min"], "montant": int(one["montant"])} for one in tranches],
    }
