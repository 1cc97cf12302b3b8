"""Define the map layer of payments: what was planned and paid in each region, and no person's place."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from geo.areas.models import Region
from geo.layers.api import Layer
from transfers.payments.map.filters import PaymentLayerFilters

FIGURES: Final = {
    "id": "id",
    "nom": "nom",
    "code": "code",
    "nbPrevus": "nb_prevus",
    "nbPayes": "nb_payes",
    "nbEchoues": "nb_echoues",
    "montantPrevu": "montant_prevu",
    "montantPaye": "montant_paye",
    "taux": "taux",
}
PAYMENTS: Final = Layer(
    name="paiements",
    title=_("Paiements"),
    model=Region,
    permission="transferts.lire",
    export_properties=FIGURES,
    tile_properties=FIGURES,
    filters=PaymentLayerFilters,
    shape="MultiPolygon",
    contour="contour",
)
