"""Serve the comparison of two dates by area."""

from typing import Any

from rest_framework.response import Response

from analysis.comparisons import serializers as forms
from analysis.comparisons.filters import ComparisonFilters
from analysis.comparisons.queries import compare_areas
from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class Comparison(EnvelopeView):
    """Serve a figure by region or secteur at two dates; `sansZone` is what lies in no area, by the later one."""

    permission = "analyses.lire"
    allowance = ANALYSIS

    @declare_operation(
        "Comparaison de deux dates par région ou secteur",
        filters=ComparisonFilters,
        query=forms.ComparisonParams,
        response=forms.AreaComparison,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        rows, unplaced = compare_areas(self.caller, self.query)
        return self.ok(rows, total=len(rows), sansZone=unplaced)
