"""Parameters and answer of the density endpoint."""

from rest_framework import serializers

from analysis.density.grid import MODES
from analysis.density.sources import TYPES
from config.api.fields import FiniteFloatField, UuidListField
from geo.layers.serializers import CodeListField
from registry.households.models import Categorie


class DensityParams(serializers.Serializer):
    """`cellule`: metres, the side of a square or the distance between opposite sides of a hexagon."""

    cellule = FiniteFloatField(min_value=250, max_value=50_000, default=5000)
    mode = serializers.ChoiceField(choices=[*MODES], default="hexagone")
    type = serializers.ChoiceField(choices=TYPES, default="menages")
    region = UuidListField()
    categorie = CodeListField(tuple(Categorie.values))


class CellProperties(serializers.Serializer):
    """`densite` per square kilometre; `scorePmtMoyen` null where nobody was scored."""

    count = serializers.IntegerField()
    scorePmtMoyen = serializers.FloatField(allow_null=True)
    densite = serializers.FloatField()


class CellFeature(serializers.Serializer):
    type = serializers.ChoiceField(choices=["Feature"])
    geometry = serializers.DictField()
    properties = CellProperties()


class DensityAnswer(serializers.Serializer):
    """A FeatureCollection of the non-empty cells; `total` and `tronque` stand beside data."""

    type = serializers.ChoiceField(choices=["FeatureCollection"])
    features = CellFeature(many=True)
