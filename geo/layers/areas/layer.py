"""Define the map layers of regions, secteurs and localities."""

from django.utils.translation import gettext_lazy as _

from geo.areas.models import Locality, Region, Sector
from geo.layers.types import Layer, build_ids_filter, build_text_filter

REGION_LAYER = Layer(
    name="regions",
    title=_("Régions"),
    model=Region,
    permission="geo.lire",
    export_properties={"id": "id", "nom": "nom", "code": "code", "population": "population"},
    tile_properties={"id": "id", "nom": "nom", "code": "code"},
    filters={"region": build_ids_filter("id__in")},
    shape="MultiPolygon",
    contour="contour",
)
SECTOR_LAYER = Layer(
    name="secteurs",
    title=_("Secteurs"),
    model=Sector,
    permission="geo.lire",
    export_properties={"id": "id", "nom": "nom", "code": "code", "region": "region__nom", "population": "population"},
    tile_properties={"id": "id", "nom": "nom", "code": "code"},
    filters={"region": build_ids_filter("region_id__in"), "secteur": build_ids_filter("id__in")},
    shape="MultiPolygon",
    contour="contour",
)
LOCALITY_LAYER = Layer(
    name="localites",
    title=_("Localités"),
    model=Locality,
    permission="geo.lire",
    export_properties={
        "id": "id",
        "nom": "nom",
        "code": "code",
        "type": "type",
        "region": "secteur__region__nom",
        "secteur": "secteur__nom",
        "population": "population",
    },
    tile_properties={"id": "id", "nom": "nom", "code": "code", "type": "type"},
    filters={
        "region": build_ids_filter("secteur__region_id__in"),
        "secteur": build_ids_filter("secteur_id__in"),
        "localite": build_ids_filter("id__in"),
        "type": build_text_filter("type"),
    },
)
AREA_LAYERS = (REGION_LAYER, SECTOR_LAYER, LOCALITY_LAYER)
