"""Serve the figures by hexagon on the map."""

from typing import Any

from rest_framework.response import Response

from analysis.hexagons import serializers as forms
from analysis.hexagons.filters import HexagonFilters
from analysis.hexagons.queries import list_hexagons
from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class HexagonStatistics(EnvelopeView):
    """Serve households, complaints or payments by hexagon, each with what it is told beside."""

    permission = "analyses.lire"
    allowance = ANALYSIS

    @declare_operation(
        "Chiffres par hexagone",
        filters=HexagonFilters,
        query=forms.HexagonParams,
        response=forms.HexagonResponse,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        query = self.query
        features, total = list_hexagons(self.caller, query["groupe"], query["cellule"], query)
        return self.ok({"type": "FeatureCollection", "features": features}, total=total, tronque=total > len(features))
