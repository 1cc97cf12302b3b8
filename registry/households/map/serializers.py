"""Serialize the map's lists of households and villages."""

from rest_framework import serializers

from geo.layers.serializers import FacilitySerializer
from registry.households.models import Categorie, Milieu


class HeadNameSerializer(serializers.Serializer):
    nomComplet = serializers.CharField()


class HouseholdPointSerializer(serializers.Serializer):
    """Describe a household on the map; `region`, `secteur` and `localite` are names."""

    id = serializers.UUIDField()
    codeMenage = serializers.CharField()
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
    chefMenage = HeadNameSerializer(allow_null=True)
    region = serializers.CharField(allow_null=True)
    secteur = serializers.CharField(allow_null=True)
    localite = serializers.CharField(allow_null=True)
    milieu = serializers.ChoiceField(choices=Milieu.choices, allow_null=True)
    tailleMenage = serializers.IntegerField()
    scorePmt = serializers.FloatField(allow_null=True)
    categoriePauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)
    eligibleProgramme = serializers.BooleanField()


class TabancaSerializer(FacilitySerializer):
    population = serializers.IntegerField(allow_null=True)
    nbMenages = serializers.IntegerField()
