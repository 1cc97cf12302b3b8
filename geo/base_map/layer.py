"""Define the map layer of roads, tracks and rivers."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from geo.base_map.filters import BaseMapFilters
from geo.base_map.models import BaseMapLine
from geo.base_map.rules import list_classes_at
from geo.layers.api import Layer


def build_zoom_condition(zoom: int) -> Q:
    """Return the condition of the lines that the tiles of a zoom hold."""
    return Q(classe__in=list_classes_at(zoom))


BASE_MAP_LAYER = Layer(
    name="fond_carte",
    title=_("Routes, pistes et cours d'eau"),
    model=BaseMapLine,
    permission="geo.lire",
    export_properties={
        "id": "id",
        "classe": "classe",
        "nom": "nom",
        "source": "source",
        "dateSource": "date_source",
    },
    tile_properties={"classe": "classe", "nom": "nom"},
    filters=BaseMapFilters,
    shape="LineString",
    build_zoom_condition=build_zoom_condition,
)
