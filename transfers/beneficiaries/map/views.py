"""Serve the list of beneficiaries on the map."""

from typing import Any

from rest_framework.response import Response

from config.api.schema import declare_operation
from geo.layers.serializers import MapListParams
from geo.layers.views import MapListView
from transfers.beneficiaries.map.filters import BeneficiaryLayerFilters
from transfers.beneficiaries.map.layer import BENEFICIARIES
from transfers.beneficiaries.map.serializers import BeneficiaryPointSerializer


class BeneficiaryMap(MapListView):
    """List beneficiaries on the map.

    Those whose household has no position are left out and counted in `sansPosition`.
    """

    permission = "transferts.lire"
    layer = BENEFICIARIES

    @declare_operation(
        "Bénéficiaires sur la carte",
        filters=BeneficiaryLayerFilters,
        query=MapListParams,
        response=BeneficiaryPointSerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        return self.build_placed_response()
