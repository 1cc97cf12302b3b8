"""Serve the analyses of cases by rubrique, and by age band and sex."""

from typing import Any

from rest_framework.response import Response

from analysis.vbg.statistics.filters import CountFilters, ProfileFilters
from analysis.vbg.statistics.queries import analyse_profiles, analyse_rubriques
from analysis.vbg.statistics.serializers import ProfileAnalysisResponse, RubriqueAnalysisResponse
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class RubriqueAnalysis(EnvelopeView):
    permission = "vbg.lire"

    @declare_operation("Cas de VBG par rubrique", filters=CountFilters, response=RubriqueAnalysisResponse)
    def get(self, request: Any) -> Response:
        return self.ok(analyse_rubriques(self.caller, self.query))


class ProfileAnalysis(EnvelopeView):
    permission = "vbg.lire"

    @declare_operation("Cas de VBG par tranche d'âge et sexe", filters=ProfileFilters, response=ProfileAnalysisResponse)
    def get(self, request: Any) -> Response:
        return self.ok(ProfileAnalysisResponse(analyse_profiles(self.caller, self.query)).data)
