"""Serve the map's lists of households and villages."""

from typing import Any

from rest_framework.response import Response

from config.api.schema import declare_operation
from geo.areas.models import Locality
from geo.layers.api import AreaFilters
from geo.layers.serializers import MapListParams
from geo.layers.views import MapListView
from registry.households.filters import HouseholdLayerFilters
from registry.households.layer import TABANCA_LAYER
from registry.households.map.queries import list_map_households
from registry.households.map.serializers import HouseholdPointSerializer, TabancaSerializer


class HouseholdMap(MapListView):
    """List households on the map; those without a position are left out and counted in `sansPosition`."""

    permission = "registre.lire"
    layer = "menages"

    @declare_operation(
        "Ménages sur la carte",
        filters=HouseholdLayerFilters,
        query=MapListParams,
        response=HouseholdPointSerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        found, total, lost = list_map_households(self.caller, self.query)
        return self.build_items_response(found, total, sansPosition=lost)


class Tabancas(MapListView):
    """List villages on the map; urban quarters are in the layer `localites`."""

    permission = "geo.lire"
    layer = TABANCA_LAYER

    @declare_operation(
        "Tabancas sur la carte",
        filters=AreaFilters,
        query=MapListParams,
        response=TabancaSerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        self.query["type"] = Locality.Type.VILLAGE
        return self.build_list_response()
