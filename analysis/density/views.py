"""Serve the density of points on the map."""

from typing import Any

from rest_framework.response import Response

from analysis.density import serializers as forms
from analysis.density.filters import DensityFilters
from analysis.density.queries import compute_density
from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class Density(EnvelopeView):
    """Serve densities by cell. A documented type that no feature has registered yet has no cells."""

    permission = "analyses.lire"
    allowance = ANALYSIS

    @declare_operation(
        "Densité par cellule",
        filters=DensityFilters,
        query=forms.DensityParams,
        response=forms.DensityResponse,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        query = self.query
        features, total = compute_density(self.caller, query["type"], query["cellule"], query["mode"], query)
        collection = {"type": "FeatureCollection", "features": features}
        return self.ok(collection, total=total, tronque=total > len(features))
