"""Serialize cycles in format B."""

from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import PageParams, VisibleIriField, build_sort_field
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.cycles.filters import SORT_COLUMNS
from transfers.cycles.models import Cycle, StatutExecution, StatutValidation
from transfers.programmes.models import Programme
from transfers.programmes.serializers import AmountField, ComputedAmountField, validate_reference_code


def require_positive(value: Decimal) -> None:
    """Raise ValidationError for an amount of zero."""
    if value <= 0:
        raise serializers.ValidationError(_("Le montant doit dépasser zéro."))


class CycleListParams(PageParams):
    """Validate the page of the list, and the name that it is sorted by; `-` before it for the other direction."""

    tri = build_sort_field(SORT_COLUMNS)


class CycleChangeBody(CamelSerializer, ClosedSerializer):
    code = serializers.CharField(max_length=60, required=False, validators=[validate_reference_code])
    nom = serializers.CharField(max_length=255, required=False)
    date_debut = serializers.DateField()
    date_fin = serializers.DateField(required=False)
    montant_par_beneficiaire = AmountField(required=False, validators=[require_positive])


class CycleBody(CycleChangeBody):
    programme_id = VisibleIriField("programmes", Programme, source="programme")
    supplementaire = serializers.BooleanField(required=False, default=False)


class CycleProgrammeResponse(serializers.Serializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    nom = serializers.CharField()


class CycleTotalsResponse(CamelSerializer):
    """Describe the payments of a cycle which the caller sees. Amounts are whole XOF, without the excluded ones.

    What did not arrive is `montantPlanifie`, `montantEnCours` and `montantEchoue`, and `montantManquant` of payments that
    were paid in part: with `montantRecu` they sum up to `montant`.
    """

    nombre = serializers.IntegerField()
    planifies = serializers.IntegerField()
    en_cours = serializers.IntegerField()
    reussis = serializers.IntegerField()
    echoues = serializers.IntegerField()
    exclus = serializers.IntegerField()
    montant = serializers.IntegerField()
    frais = serializers.IntegerField()
    montant_recu = serializers.IntegerField()
    partiels = serializers.IntegerField()
    montant_manquant = serializers.IntegerField()
    montant_planifie = serializers.IntegerField()
    montant_en_cours = serializers.IntegerField()
    montant_echoue = serializers.IntegerField()


class CycleResponse(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    nom = serializers.CharField()
    date_debut = serializers.DateField()
    date_fin = serializers.DateField()
    montant_par_beneficiaire = ComputedAmountField()
    numero_sequence = serializers.IntegerField()
    supplementaire = serializers.SerializerMethodField()
    statut = serializers.ChoiceField(choices=StatutExecution.choices)
    statut_validation = serializers.ChoiceField(choices=StatutValidation.choices)
    niveau_validation = serializers.IntegerField()
    niveaux_requis = serializers.IntegerField()
    calcule_le = serializers.DateTimeField(allow_null=True)
    suspendu_le = serializers.DateTimeField(allow_null=True)
    clos_le = serializers.DateTimeField(allow_null=True)
    programme = CycleProgrammeResponse()
    totaux = CycleTotalsResponse(source="totals")
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()

    def get_supplementaire(self, cycle: Cycle) -> bool:
        return cycle.periode_id is not None


def read_cycle_values(body: Any) -> dict[str, Any]:
    """Return the columns of a validated body."""
    return {name: value for name, value in body.validated_data.items() if name not in ("programme", "supplementaire")}
