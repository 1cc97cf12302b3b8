"""Define the layer of complaints, at the points of their localities; none about gender-based violence is in it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from geo.layers.api import Clusters, Layer, select_contact, select_latitude, select_longitude
from transfers.complaints.map.filters import ComplaintCellFilters, ComplaintMapFilters
from transfers.complaints.map.models import ComplaintCell
from transfers.complaints.models import INTEGRITY_PERMISSION, Complaint, ComplaintStatus

COMPLAINTS: Final = Layer(
    name="plaintes",
    title=_("Plaintes"),
    model=Complaint,
    permission="plaintes.lire",
    # Exports and tiles contain no text, and nothing of who complained.
    export_properties={
        "id": "id",
        "reference": "reference",
        "categorie": "categorie",
        "priorite": "priorite",
        "statut": "statut",
        "canal": "canal",
        "region": "region__nom",
        "secteur": "secteur__nom",
        "localite": "localite__nom",
        "dateCreation": "date_creation",
        "echeance": "echeance",
        "dateResolution": "date_resolution",
    },
    tile_properties={
        "id": "id",
        "reference": "reference",
        "categorie": "categorie",
        "priorite": "priorite",
        "statut": "statut",
    },
    list_properties={
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
    },
    filters=ComplaintMapFilters,
    geometry="localite__geom",
    moment="date_creation",
    # Those about violence are left out for everybody: its tiles depend on no permission for them.
    row_permissions=frozenset({INTEGRITY_PERMISSION}),
    clusters=Clusters(
        code="statut",
        codes=tuple(ComplaintStatus.values),
        cell_model=ComplaintCell,
        cell_code="statut",
        cell_filters=ComplaintCellFilters,
    ),
)
