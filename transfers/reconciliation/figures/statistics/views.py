"""Serve statistics of reconciliation."""

from typing import Any

from rest_framework.response import Response

from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from transfers.reconciliation.figures.statistics.filters import StatisticsFilters
from transfers.reconciliation.figures.statistics.queries import compute_statistics
from transfers.reconciliation.figures.statistics.serializers import StatisticsResponse
from transfers.reconciliation.rules import READ


class ReconciliationStatistics(EnvelopeView):
    permission = READ

    @declare_operation("Statistiques du rapprochement", filters=StatisticsFilters, response=StatisticsResponse)
    def get(self, request: Any) -> Response:
        return self.ok(serialize_row(compute_statistics(self.query, self.caller)))
