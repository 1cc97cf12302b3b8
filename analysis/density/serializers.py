"""Validate the parameters and document the response of the density endpoint."""

from rest_framework import serializers

from analysis.density.rules import GRIDS, POINT_TYPES
from config.api.fields import FiniteFloatField


class DensityParams(serializers.Serializer):
    """Validate the query; `cellule` is the side of a square or the distance between opposite sides of a hexagon (m)."""

    cellule = FiniteFloatField(min_value=250, max_value=50_000, default=5000)
    mode = serializers.ChoiceField(choices=[*GRIDS], default="hexagone")
    type = serializers.ChoiceField(choices=POINT_TYPES, default="menages")


class CellProperties(serializers.Serializer):
    """Document a cell; `densite` is per square kilometre, `scorePmtMoyen` is null without any score.

    `population` counts the inhabitants of the localities whose points lie in the cell; it is null, and with it
    `pour1000Habitants`, without such a locality or while the population of one is not known. Who lives in the cell may
    belong to a locality in the next one: rates of cells smaller than villages lie apart say little.
    """

    count = serializers.IntegerField()
    scorePmtMoyen = serializers.FloatField(allow_null=True)
    densite = serializers.FloatField()
    population = serializers.IntegerField(allow_null=True)
    pour1000Habitants = serializers.FloatField(allow_null=True)


class CellFeature(serializers.Serializer):
    type = serializers.ChoiceField(choices=["Feature"])
    geometry = serializers.DictField()
    properties = CellProperties()


class DensityResponse(serializers.Serializer):
    """Document a FeatureCollection of the non-empty cells; `total` and `tronque` are next to `data`."""

    type = serializers.ChoiceField(choices=["FeatureCollection"])
    features = CellFeature(many=True)
