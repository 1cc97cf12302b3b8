"""Define the places of complaints: the locality's point for everybody, and none about gender-based violence."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from geo.layers.api import Layer, Property, select_contact, select_latitude, select_longitude
from transfers.complaints.map.filters import ComplaintMapFilters
from transfers.complaints.models import Complaint

LIST_PROPERTIES: Final[dict[str, Property]] = {
    "id": "id",
    "reference": "reference",
    "plaignant": select_contact("plaignant"),
    "objet": "objet",
    "categorie": "categorie",
    "priorite": "priorite",
    "statut": "statut",
    "latitude": select_latitude("localite__geom"),
    "longitude": select_longitude("localite__geom"),
    "dateCreation": "date_creation",
}


# Not one of `map_layers`: neither exports nor tiles show it.
COMPLAINTS: Final = Layer(
    name="plaintes",
    title=_("Plaintes"),
    model=Complaint,
    permission="plaintes.lire",
    export_properties={},
    tile_properties={},
    list_properties=LIST_PROPERTIES,
    filters=ComplaintMapFilters,
    geometry="localite__geom",
)
