"""Serve clusters of poverty on the map."""

from typing import Any

from rest_framework.response import Response

from analysis.clusters import serializers as forms
from analysis.clusters.filters import ClusterFilters
from analysis.clusters.queries import find_clusters
from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class Clusters(EnvelopeView):
    """Serve local Moran's I of the mean score, by sector or by hexagon."""

    permission = "analyses.lire"
    allowance = ANALYSIS

    @declare_operation(
        "Grappes de pauvreté",
        filters=ClusterFilters,
        query=forms.ClusterParams,
        response=forms.ClusterResponse,
    )
    def get(self, request: Any) -> Response:
        query = self.query
        found = find_clusters(self.caller, query["niveau"], query["cellule"], query["seuil"], query)
        return self.ok({"type": "FeatureCollection"} | found)
