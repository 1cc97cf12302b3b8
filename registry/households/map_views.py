"""The map's list of households."""

from typing import Any

from rest_framework.response import Response

from config.api.schema import operation
from geo.layers.views import MapListView
from registry.households.map_queries import map_list
from registry.households.map_serializers import HouseholdMapParams, HouseholdPointSerializer


class HouseholdMap(MapListView):
    """Households without a position are left out and counted in `sansPosition`."""

    permission = "registre.lire"
    layer = "menages"

    @operation(
        "Ménages sur la carte",
        query=HouseholdMapParams, answer=HouseholdPointSerializer, many=True, paging="total",
    )  # fmt: skip
    def get(self, request: Any) -> Response:
        found, total, lost = map_list(self.caller, self.query)
        return self.listed(found, total, sansPosition=lost)
