"""Serialize conditionalities in format B."""

from typing import Final

from rest_framework import serializers

from config.api.fields import StrictIntegerField, VisibleIriField
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.beneficiaries.api import ProgrammeReference
from transfers.conditionality.models import ConditionalityCategory, Effect
from transfers.programmes.models import Programme

MAX_TEXT: Final = 10_000
MAX_DAYS: Final = 365


class ConditionalityChangeBody(ClosedSerializer, CamelSerializer):
    code = serializers.CharField(max_length=30)
    nom = serializers.CharField(max_length=255)
    description = serializers.CharField(max_length=MAX_TEXT, required=False, allow_null=True, allow_blank=True)
    categorie = serializers.ChoiceField(choices=ConditionalityCategory.choices)
    seuil_conformite = serializers.DecimalField(
        max_digits=5, decimal_places=2, min_value=0, max_value=100, required=False
    )
    effet = serializers.ChoiceField(choices=Effect.choices, required=False)
    taux_reduction = StrictIntegerField(min_value=1, max_value=99, required=False, allow_null=True)
    delai_recours_jours = StrictIntegerField(min_value=0, max_value=MAX_DAYS, required=False)
    actif = serializers.BooleanField(required=False)


class ConditionalityBody(ConditionalityChangeBody):
    programme_id = VisibleIriField("programmes", Programme, source="programme")


class ConditionalityResponse(CamelSerializer):
    id = serializers.UUIDField()
    programme = ProgrammeReference()
    code = serializers.CharField()
    nom = serializers.CharField()
    description = serializers.CharField(allow_null=True)
    categorie = serializers.ChoiceField(choices=ConditionalityCategory.choices)
    seuil_conformite = serializers.FloatField()
    effet = serializers.ChoiceField(choices=Effect.choices)
    taux_reduction = serializers.IntegerField(allow_null=True)
    delai_recours_jours = serializers.IntegerField()
    actif = serializers.BooleanField()
