"""Serve what has waited too long."""

from typing import Any

from rest_framework.response import Response

from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from transfers.reconciliation.figures.deadlines.queries import list_deadlines
from transfers.reconciliation.figures.deadlines.serializers import DeadlineParams, DeadlinesResponse
from transfers.reconciliation.rules import READ


class ReconciliationDeadlines(EnvelopeView):
    permission = READ

    @declare_operation("Échéances du rapprochement", query=DeadlineParams, response=DeadlinesResponse)
    def get(self, request: Any) -> Response:
        return self.ok(serialize_row(list_deadlines(self.query["jours"], self.caller)))
