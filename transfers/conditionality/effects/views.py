"""Serve what conditionalities do to lists of payments."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from transfers.conditionality.effects import queries, serializers
from transfers.cycles.models import Cycle


class CycleEffectList(EnvelopeView):
    """List what the calculation of a list applied; before, what one would apply now."""

    permission = "transferts.lire"
    allowance = ANALYSIS

    @declare_operation(
        "Ce que les conditionnalités changent à un cycle",
        query=serializers.EffectParams,
        response=serializers.EffectResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_visible(Cycle, id=identity)
        found = queries.list_effects(cycle, self.query, self.caller)
        rows = (serialize_row(row) for row in found.page.items)
        return self.build_page_response(found.page.replace_items(rows), parEffet=found.counts)
