"""Validate the parameters of exports."""

from django.utils.translation import gettext as _
from rest_framework import serializers

from config.api.fields import BoxField
from geo.layers.exports.rules import FORMATS
from geo.layers.hooks import map_layers
from geo.layers.types import Layer


class ExportParams(serializers.Serializer):
    """Validate the query of an export: `type` is the name of a layer, `format` a file format."""

    type = serializers.CharField(default="menages")
    format = serializers.ChoiceField(choices=list(FORMATS), default="geojson")
    bbox = BoxField()

    def validate_type(self, name: str) -> Layer:
        layer = map_layers.get(name)
        if layer is None:
            raise serializers.ValidationError(_("Cette couche n'existe pas."))
        return layer
