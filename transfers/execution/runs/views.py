"""Serve the runs of a cycle, and its payments without a known end."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from transfers.cycles.models import Cycle
from transfers.execution.closings.queries import find_closing
from transfers.execution.closings.serializers import ClosingResponse
from transfers.execution.queries import list_offered_providers
from transfers.execution.runs import queries, serializers


class RunList(EnvelopeView):
    permission = "transferts.lire"

    @declare_operation(
        "Exécutions d'un cycle, et leur avancement",
        query=PageParams,
        response=serializers.RunResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_visible(Cycle, id=identity)
        page = queries.list_runs(cycle, user=self.caller, page=self.query["page"], limit=self.query["limit"])
        rows = [serialize_row(row) for row in page.items]
        closing = find_closing(cycle)
        shown = ClosingResponse(closing).data if closing else None
        providers = list_offered_providers()
        return self.build_page_response(replace(page, items=rows), fournisseurs=providers, cloture=shown)


class UnknownPaymentList(EnvelopeView):
    permission = "transferts.lire"

    @declare_operation(
        "Paiements d'un cycle dont l'issue est inconnue, avec leur ancienneté",
        query=PageParams,
        response=serializers.UnknownPaymentResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_visible(Cycle, id=identity)
        limits = {"page": self.query["page"], "limit": self.query["limit"]}
        page, totals = queries.list_unknown_payments(cycle, user=self.caller, **limits)
        contacts = self.caller.holds("registre.voir_contacts")
        rows = [serialize_row(row if contacts else replace(row, compte=None)) for row in page.items]
        return self.build_page_response(replace(page, items=rows), totaux=serialize_row(totals))
