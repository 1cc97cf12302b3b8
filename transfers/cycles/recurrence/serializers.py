"""Serialize the recurrence of programmes in format B."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import StrictIntegerField
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.cycles.models import ModeGeneration, Recurrence
from transfers.cycles.recurrence.queries import find_next_date
from transfers.cycles.recurrence.services import INHERITABLE
from transfers.programmes.models import Frequence
from transfers.programmes.serializers import ComputedAmountField


class RecurrenceBody(CamelSerializer, ClosedSerializer):
    recurrence_active = serializers.BooleanField(source="active", required=False)
    mode_generation = serializers.ChoiceField(choices=ModeGeneration.choices, required=False)
    frequence_paiement = serializers.ChoiceField(choices=Frequence.choices, required=False, allow_null=True)
    jour_generation = StrictIntegerField(min_value=1, max_value=31, required=False, allow_null=True)
    delai_creation_jours = StrictIntegerField(min_value=0, max_value=365, required=False, allow_null=True)
    parametres_heritables = serializers.ListField(
        child=serializers.ChoiceField(choices=INHERITABLE), required=False, max_length=len(INHERITABLE)
    )

    def validate_parametres_heritables(self, value: list[str]) -> list[str]:
        if len(set(value)) < len(value):
            raise serializers.ValidationError(_("Chaque paramètre se nomme une fois."))
        return value


class GenerationBody(ClosedSerializer):
    force = serializers.BooleanField(required=False, default=False)


class RecurrenceResponse(CamelSerializer):
    programme_id = serializers.UUIDField(source="programme.id")
    programme_code = serializers.CharField(source="programme.code")
    programme_nom = serializers.CharField(source="programme.nom")
    recurrence_active = serializers.BooleanField(source="active")
    mode_generation = serializers.ChoiceField(choices=ModeGeneration.choices)
    frequence_paiement = serializers.SerializerMethodField()
    jour_generation = serializers.IntegerField(allow_null=True)
    delai_creation_jours = serializers.IntegerField(allow_null=True)
    parametres_heritables = serializers.ListField(child=serializers.CharField())
    prochain_cycle_date = serializers.SerializerMethodField()
    dernier_cycle_genere_id = serializers.UUIDField(source="dernier_cycle_id", allow_null=True)

    def get_frequence_paiement(self, recurrence: Recurrence) -> str | None:
        return recurrence.frequence_paiement or recurrence.programme.frequence_paiement

    def get_prochain_cycle_date(self, recurrence: Recurrence) -> Any:
        return find_next_date(recurrence, timezone.localdate())


class NextCycleResponse(CamelSerializer):
    date_debut = serializers.DateField()
    date_fin = serializers.DateField()
    code = serializers.CharField()
    nom = serializers.CharField()
    montant_par_beneficiaire = ComputedAmountField()
    nb_beneficiaires_estimes = serializers.IntegerField()
    montant_total_estime = ComputedAmountField()


class GeneratedCycleResponse(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    nom = serializers.CharField()
    date_debut = serializers.DateField()
    date_fin = serializers.DateField()
    montant_par_beneficiaire = ComputedAmountField()
    numero_sequence = serializers.IntegerField()
