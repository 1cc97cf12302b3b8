"""Validate the parameters of the map's endpoints: those common to all, and those that a layer declares."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from config.api.fields import BoxField
from config.caller import Scope
from geo.layers.types import Layer


class MapListParams(serializers.Serializer):
    """Validate what a list is limited to: a bounding box in degrees, and the maximum number of items."""

    bbox = BoxField()
    limit = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)


def refuse_unknown_filters(layer: Layer, sent: Any, besides: tuple[str, ...]) -> None:
    """Refuse parameters that are neither filters of the layer nor in `besides`.

    A misspelt filter must not export every row by mistake.
    """
    names = layer.filters.base_filters
    unknown = sorted({*sent} - {*names} - {*besides})
    if unknown:
        known = _("Filtre inconnu. Filtres possibles : %(filtres)s.") % {"filtres": ", ".join(names)}
        raise serializers.ValidationError({name: [known] for name in unknown})


def parse_layer_filters(layer: Layer, sent: Any, caller: Scope, besides: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the values of the layer's filters in the query `sent`.

    Names in `besides` are parameters of the endpoint, even when the layer has a filter of that name.
    """
    values = {name: sent[name] for name in sent if name in layer.filters.base_filters and name not in besides}
    if not values:
        return {}
    filters = layer.filters(values, caller=caller)
    if errors := filters.list_errors():
        raise serializers.ValidationError(errors)
    return filters.values


class FacilitySerializer(serializers.Serializer):
    """Document the fields of every facility in a list; `region`, `secteur` and `localite` are names."""

    id = serializers.UUIDField()
    nom = serializers.CharField()
    type = serializers.CharField()
    typeLabel = serializers.CharField()
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
    region = serializers.CharField(allow_null=True)
    secteur = serializers.CharField(allow_null=True)
    localite = serializers.CharField(allow_null=True)
