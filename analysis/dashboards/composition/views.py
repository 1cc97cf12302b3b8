"""Serve how many of the households are of whom social protection asks."""

from typing import Any

from rest_framework.response import Response

from analysis.dashboards.composition.queries import count_households
from analysis.dashboards.composition.serializers import CompositionParams, CompositionSerializer
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class HouseholdComposition(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Composition des ménages", query=CompositionParams, response=CompositionSerializer)
    def get(self, request: Any) -> Response:
        counts = count_households(self.caller, self.query.get("region"))
        return self.ok(CompositionSerializer(counts).data)
