"""Define the map layers of regions, secteurs and localities."""

from django.utils.translation import gettext_lazy as _

from geo.areas.models import Locality, Region, Sector
from geo.layers.catalogue import Layer, ids, text

REGIONS = Layer(
    name="regions",
    title=_("Régions"),
    model=Region,
    permission="geo.lire",
    properties={"id": "id", "nom": "nom", "code": "code", "population": "population"},
    tile={"id": "id", "nom": "nom", "code": "code"},
    filters={"region": ids("id__in")},
    shape="MultiPolygon",
    contour="contour",
)
SECTORS = Layer(
    name="secteurs",
    title=_("Secteurs"),
    model=Sector,
    permission="geo.lire",
    properties={"id": "id", "nom": "nom", "code": "code", "region": "region__nom", "population": "population"},
    tile={"id": "id", "nom": "nom", "code": "code"},
    filters={"region": ids("region_id__in"), "secteur": ids("id__in")},
    shape="MultiPolygon",
    contour="contour",
)
LOCALITIES = Layer(
    name="localites",
    title=_("Localités"),
    model=Locality,
    permission="geo.lire",
    properties={
        "id": "id",
        "nom": "nom",
        "code": "code",
        "type": "type",
        "region": "secteur__region__nom",
        "secteur": "secteur__nom",
        "population": "population",
    },
    tile={"id": "id", "nom": "nom", "code": "code", "type": "type"},
    filters={
        "region": ids("secteur__region_id__in"),
        "secteur": ids("secteur_id__in"),
        "localite": ids("id__in"),
        "type": text("type"),
    },
)
LAYERS = (REGIONS, SECTORS, LOCALITIES)
