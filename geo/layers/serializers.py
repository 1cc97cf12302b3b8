"""Validate the parameters of the map's endpoints: those common to all, and those that a layer declares."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from config.api.fields import BoxField, UuidListField, build_query_serializer
from geo.layers.types import Filter, Layer


class CodeListField(serializers.CharField):
    """Parse comma-separated codes, each one of `choices`."""

    def __init__(self, choices: tuple[str, ...], **kwargs: Any) -> None:
        self.choices = choices
        super().__init__(required=kwargs.pop("required", False), **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        found = [item.strip() for item in super().to_internal_value(data).split(",")]
        for item in found:
            if item not in self.choices:
                raise serializers.ValidationError(
                    _("« %(value)s » n'est pas une valeur connue : %(choices)s.")
                    % {"value": item[:60], "choices": ", ".join(self.choices)}
                )
        return found


def build_flag_field() -> serializers.BooleanField:
    """Return an optional boolean parameter; None when it is missing."""
    return serializers.BooleanField(required=False, allow_null=True, default=None)


class AreaParams(serializers.Serializer):
    """Validate the areas that limit a map; each is a comma-separated list of UUIDs."""

    region = UuidListField()
    secteur = UuidListField()
    localite = UuidListField()


class MapListParams(AreaParams):
    """Validate the query of a list: areas, a bounding box in degrees, and the maximum number of items."""

    bbox = BoxField()
    limit = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)


class LayerParams(AreaParams):
    """Validate the query of tiles and exports.

    Each layer accepts further filters, listed in its TileJSON and read by `parse_layer_filters`.
    """

    categorie = serializers.CharField(required=False)
    eligible = build_flag_field()
    milieu = serializers.CharField(required=False)


def _build_filter_field(declared: Filter) -> serializers.Field:
    match declared.kind:
        case "ids":
            return UuidListField()
        case "codes":
            return CodeListField(declared.choices)
        case "flag":
            return build_flag_field()
        case _:
            return serializers.CharField(required=False, max_length=255)


@cache
def _build_params_class(layer: Layer) -> type[serializers.Serializer]:
    fields = {name: _build_filter_field(declared) for name, declared in layer.filters.items()}
    return build_query_serializer(f"{layer.name.title()}Params", serializers.Serializer, **fields)


def refuse_unknown_filters(layer: Layer, sent: Any, besides: tuple[str, ...]) -> None:
    """Refuse parameters that are neither filters of the layer nor in `besides`.

    A misspelt filter must not export every row by mistake.
    """
    unknown = sorted({*sent} - {*layer.filters} - {*besides})
    if unknown:
        known = _("Filtre inconnu. Filtres possibles : %(filtres)s.") % {"filtres": ", ".join(layer.filters)}
        raise serializers.ValidationError({name: [known] for name in unknown})


def parse_layer_filters(layer: Layer, sent: Any, besides: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the values of the layer's filters in the query `sent`.

    Names in `besides` are parameters of the endpoint, even when the layer has a filter of that name.
    """
    values = {name: sent[name] for name in sent if name in layer.filters and name not in besides}
    return _parse_filters(layer, values) if values else dict(_parse_without_filters(layer))


def _parse_filters(layer: Layer, values: Mapping[str, str]) -> dict[str, Any]:
    serializer = _build_params_class(layer)(data=values)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


@cache
def _parse_without_filters(layer: Layer) -> dict[str, Any]:
    """Return the values of a query without filters, cached because most tiles are requested so."""
    return _parse_filters(layer, {})


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
