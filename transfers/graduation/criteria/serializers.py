"""Serialize graduation criteria in format B."""

from typing import Final

from rest_framework import serializers

from config.api.fields import StrictIntegerField
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.graduation.criteria.models import MAX_WEIGHT, CriterionOperator, CriterionType

MAX_TEXT: Final = 10_000
MAX_ORDER: Final = 32_767


class CriterionBody(ClosedSerializer, CamelSerializer):
    nom = serializers.CharField(max_length=255)
    description = serializers.CharField(max_length=MAX_TEXT, required=False, allow_null=True, allow_blank=True)
    type = serializers.ChoiceField(choices=CriterionType.choices)
    operateur = serializers.ChoiceField(choices=CriterionOperator.choices)
    valeur_seuil = serializers.DecimalField(max_digits=14, decimal_places=2)
    poids = StrictIntegerField(min_value=0, max_value=MAX_WEIGHT, required=False)
    obligatoire = serializers.BooleanField(required=False)
    actif = serializers.BooleanField(required=False)
    ordre = StrictIntegerField(min_value=0, max_value=MAX_ORDER, required=False)


class CriterionReference(CamelSerializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()


class CriterionResponse(CamelSerializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    description = serializers.CharField(allow_null=True)
    type = serializers.ChoiceField(choices=CriterionType.choices)
    operateur = serializers.ChoiceField(choices=CriterionOperator.choices)
    valeur_seuil = serializers.FloatField()
    poids = serializers.IntegerField()
    obligatoire = serializers.BooleanField()
    actif = serializers.BooleanField()
    ordre = serializers.IntegerField()
