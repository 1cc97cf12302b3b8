"""Serialize the map's lists of households and villages."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer
from geo.layers.serializers import FacilitySerializer
from registry.households.models import Categorie, Milieu


class HeadNameSerializer(CamelSerializer):
    nom_complet = serializers.CharField()


class HouseholdPointSerializer(CamelSerializer):
    """Describe a household on the map; `region`, `secteur` and `localite` are names."""

    id = serializers.UUIDField()
    code_menage = serializers.CharField()
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
    chef_menage = HeadNameSerializer(allow_null=True)
    region = serializers.CharField(allow_null=True)
    secteur = serializers.CharField(allow_null=True)
    localite = serializers.CharField(allow_null=True)
    milieu = serializers.ChoiceField(choices=Milieu.choices, allow_null=True)
    taille_menage = serializers.IntegerField()
    score_pmt = serializers.FloatField(allow_null=True)
    categorie_pauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)
    eligible_programme = serializers.BooleanField()


class TabancaSerializer(FacilitySerializer):
    population = serializers.IntegerField(allow_null=True)
    nbMenages = serializers.IntegerField()
