"""Serve the map's lists of households and villages."""

from typing import Any

from rest_framework.response import Response

from config.api.schema import operation
from geo.areas.models import Locality
from geo.layers.serializers import MapListParams
from geo.layers.views import MapListView
from registry.households.layer import TABANCAS
from registry.households.map_queries import map_list
from registry.households.map_serializers import HouseholdMapParams, HouseholdPointSerializer, TabancaSerializer


class HouseholdMap(MapListView):
    """List households on the map; those without a position are left out and counted in `sansPosition`."""

    permission = "registre.lire"
    layer = "menages"

    @operation(
        "Ménages sur la carte",
        query=HouseholdMapParams, answer=HouseholdPointSerializer, many=True, paging="total",
    )  # fmt: skip
    def get(self, request: Any) -> Response:
        found, total, lost = map_list(self.caller, self.query)
        return self.listed(found, total, sansPosition=lost)


class Tabancas(MapListView):
    """List villages on the map; urban quarters are in the layer `localites`."""

    permission = "geo.lire"
    layer = TABANCAS

    @operation("Tabancas sur la carte", query=MapListParams, answer=TabancaSerializer, many=True, paging="total")
    def get(self, request: Any) -> Response:
        self.query["type"] = Locality.Type.VILLAGE
        return self.answer()
