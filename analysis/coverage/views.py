"""Serve the coverage of households by services, and how far those are."""

from typing import Any

from rest_framework.response import Response

from analysis.coverage import serializers as forms
from analysis.coverage.filters import CoverageFilters
from analysis.coverage.queries import build_zone_feature, compute_coverage, count_distances, read_choice
from analysis.coverage.subjects.queries import refuse_meaningless_filters
from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class Coverage(EnvelopeView):
    """Serve the share of households, beneficiaries, complaints or inhabitants near a service, by zone."""

    permission = "analyses.lire"
    allowance = ANALYSIS

    @declare_operation(
        "Couverture par les services",
        query=forms.CoverageParams,
        body=forms.CoverageInput,
        response=forms.CoverageResponse,
    )
    def post(self, request: Any) -> Response:
        body = self.validate_body().validated_data
        filters = CoverageFilters.limit_to_visible(body.get("filtres") or {}, self.caller)
        refuse_meaningless_filters(body["sujet"], filters, prefix="filtres.")
        with_shapes = self.query.get("geojson", False)
        coverage = compute_coverage(
            self.caller,
            body["type"],
            body["rayon"],
            body["niveau"],
            filters,
            with_shapes,
            body["sujet"],
            read_choice(body),
        )
        if with_shapes:
            features = [build_zone_feature(zone) for zone in coverage["zones"]]
            coverage["geojson"] = {"type": "FeatureCollection", "features": features}
        return self.ok(coverage)


class Distances(EnvelopeView):
    """Serve a histogram of the distances to the nearest service of one kind or several."""

    permission = "analyses.lire"
    allowance = ANALYSIS

    @declare_operation(
        "Distances aux services les plus proches",
        filters=CoverageFilters,
        query=forms.DistanceParams,
        response=forms.DistanceResponse,
    )
    def get(self, request: Any) -> Response:
        kinds = [*dict.fromkeys(self.query["types"])]
        return self.ok(count_distances(self.caller, kinds, self.query))
