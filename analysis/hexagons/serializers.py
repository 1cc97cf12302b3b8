"""Validate the parameters and document the response of the figures by hexagon."""

from rest_framework import serializers

from config.api.fields import FiniteFloatField


class HexagonParams(serializers.Serializer):
    """Validate the query; `cellule` is the distance between opposite sides of a hexagon, in metres."""

    groupe = serializers.ChoiceField(choices=["menages", "plaintes", "paiements"], default="menages")
    cellule = FiniteFloatField(min_value=1000, max_value=50_000, default=5000)


class HexagonProperties(serializers.Serializer):
    """Document a hexagon; its figures have the names and units that they have by region.

    Those of another group, and of what the caller may not read, are not sent. `beneficiaires` are those whose household
    lies there, `population` the inhabitants of the localities whose points do; null while that of one is not known.
    """

    id = serializers.CharField()
    totalMenages = serializers.IntegerField()
    menagesEligibles = serializers.IntegerField(required=False)
    scorePmtMoyen = serializers.FloatField(required=False, allow_null=True)
    beneficiaires = serializers.IntegerField(required=False)
    population = serializers.IntegerField(required=False, allow_null=True)
    plaintes = serializers.IntegerField(required=False)
    ouvertes = serializers.IntegerField(required=False)
    enRetard = serializers.IntegerField(required=False)
    tauxMenages = serializers.FloatField(required=False, allow_null=True)
    tauxBeneficiaires = serializers.FloatField(required=False, allow_null=True)
    tauxHabitants = serializers.FloatField(required=False, allow_null=True)
    paiements = serializers.IntegerField(required=False)
    montant = serializers.IntegerField(required=False)
    montantParMenage = serializers.FloatField(required=False, allow_null=True)
    montantParHabitant = serializers.FloatField(required=False, allow_null=True)


class HexagonFeature(serializers.Serializer):
    type = serializers.ChoiceField(choices=["Feature"])
    geometry = serializers.DictField()
    properties = HexagonProperties()


class HexagonResponse(serializers.Serializer):
    """Document a FeatureCollection of the hexagons in which something is counted."""

    type = serializers.ChoiceField(choices=["FeatureCollection"])
    features = HexagonFeature(many=True)
