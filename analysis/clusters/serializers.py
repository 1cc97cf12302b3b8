"""Validate the parameters and document the response of the clusters endpoint."""

from rest_framework import serializers

from analysis.clusters.rules import CLASSES
from config.api.fields import FiniteFloatField


class ClusterParams(serializers.Serializer):
    """Validate the query; `cellule` is the distance between opposite sides of a hexagon, in metres."""

    niveau = serializers.ChoiceField(choices=["secteur", "hexagone"], default="secteur")
    cellule = FiniteFloatField(min_value=1000, max_value=50_000, default=5000)
    seuil = FiniteFloatField(min_value=0.001, max_value=0.1, default=0.05)


class ClusterProperties(serializers.Serializer):
    """Document an area; without a neighbour it has neither `moranLocal` nor `valeurP`."""

    id = serializers.CharField()
    nom = serializers.CharField(allow_null=True)
    menages = serializers.IntegerField()
    scorePmtMoyen = serializers.FloatField()
    voisins = serializers.IntegerField()
    moranLocal = serializers.FloatField(allow_null=True)
    valeurP = serializers.FloatField(allow_null=True)
    classe = serializers.ChoiceField(choices=CLASSES)


class ClusterFeature(serializers.Serializer):
    type = serializers.ChoiceField(choices=["Feature"])
    geometry = serializers.DictField()
    properties = ClusterProperties()


class ClusterSummary(serializers.Serializer):
    """Document what is said of all areas: Moran's I, and what it is expected to be by chance."""

    zones = serializers.IntegerField()
    moran = serializers.FloatField(allow_null=True)
    attendu = serializers.FloatField(allow_null=True)
    permutations = serializers.IntegerField()
    parClasse = serializers.DictField(child=serializers.IntegerField())


class ClusterResponse(serializers.Serializer):
    """Document a FeatureCollection of areas with a mean score, with a summary."""

    type = serializers.ChoiceField(choices=["FeatureCollection"])
    features = ClusterFeature(many=True)
    resume = ClusterSummary()
