"""Serve the analysis of cases by rubrique."""

from typing import Any

from rest_framework.response import Response

from analysis.vbg.statistics.filters import CountFilters
from analysis.vbg.statistics.queries import analyse_rubriques
from analysis.vbg.statistics.serializers import RubriqueAnalysisResponse
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class RubriqueAnalysis(EnvelopeView):
    permission = "vbg.lire"

    @declare_operation("Cas de VBG par rubrique", filters=CountFilters, response=RubriqueAnalysisResponse)
    def get(self, request: Any) -> Response:
        return self.ok(analyse_rubriques(self.caller, self.query))
