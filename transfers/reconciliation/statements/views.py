"""Serve the operators of which statements are taken."""

from typing import Any

from rest_framework.response import Response

from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.reconciliation.statements import queries, serializers


class OperatorList(EnvelopeView):
    permission = "transferts.lire"

    @declare_operation("Opérateurs à rapprocher", response=serializers.StatementOperatorResponse, many=True)
    def get(self, request: Any) -> Response:
        operators = self.filter_visible(queries.filter_operators_with_statements())
        return self.ok(serializers.StatementOperatorResponse(operators, many=True).data)
