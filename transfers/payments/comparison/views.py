"""Serve what changed since the cycle before."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.cycles.models import Cycle
from transfers.payments.comparison import queries, serializers


class CycleChangeList(EnvelopeView):
    permission = "transferts.lire"
    allowance = ANALYSIS

    @declare_operation(
        "Ce qui a changé depuis le cycle précédent",
        query=serializers.ChangeParams,
        response=serializers.ChangeResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        found = queries.compare_cycle(self.find_visible(Cycle, id=identity), self.query, self.caller)
        context = {"contacts": self.caller.holds("registre.voir_contacts")}
        rows = serializers.ChangeResponse(found.page.items, many=True, context=context).data
        before = found.before and {"id": found.before.id, "code": found.before.code, "nom": found.before.nom}
        return self.build_page_response(found.page.replace_items(rows), parNature=found.counts, cyclePrecedent=before)
