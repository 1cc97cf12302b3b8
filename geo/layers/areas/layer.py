"""Define the map layers of regions, secteurs and localities."""

from django.utils.translation import gettext_lazy as _

from geo.areas.models import Locality, Region, Sector
from geo.layers.areas.filters import LocalityLayerFilters, RegionLayerFilters, SectorLayerFilters
from geo.layers.types import Layer

REGION_LAYER = Layer(
    name="regions",
    title=_("Régions"),
    model=Region,
    permission="geo.lire",
    export_properties={"id": "id", "nom": "nom", "code": "code", "population": "population"},
    tile_properties={"id": "id", "nom": "nom", "code": "code"},
    filters=RegionLayerFilters,
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
    filters=SectorLayerFilters,
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
    filters=LocalityLayerFilters,
)
AREA_LAYERS = (REGION_LAYER, SECTOR_LAYER, LOCALITY_LAYER)
