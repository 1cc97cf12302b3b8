"""Serve the complaints of the map."""

from typing import Any

from rest_framework.response import Response

from config.api.schema import declare_operation
from geo.layers.serializers import MapListParams
from geo.layers.views import MapListView
from transfers.complaints.map.filters import ComplaintMapFilters
from transfers.complaints.map.layer import COMPLAINTS
from transfers.complaints.map.serializers import ComplaintPointResponse


class ComplaintMap(MapListView):
    """List complaints at their localities; those without such a point are left out and counted in `sansPosition`."""

    permission = "plaintes.lire"
    layer = COMPLAINTS

    @declare_operation(
        "Plaintes sur la carte",
        filters=ComplaintMapFilters,
        query=MapListParams,
        response=ComplaintPointResponse,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        return self.build_placed_response()
