"""Serve what a run of a cycle would send."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.caller import require_reach
from transfers.cycles.api import list_paid_regions
from transfers.cycles.models import Cycle
from transfers.execution.previews import serializers
from transfers.execution.previews.queries import preview_runs
from transfers.execution.types import RunOptions
from transfers.operators.api import READ_ACCOUNTS


class RunPreviewView(EnvelopeView):
    """Show how many payments would leave, and from which accounts, to who may read both."""

    permission = READ_ACCOUNTS
    reach = BY_ROW

    @declare_operation(
        "Ce que payer un cycle enverrait",
        query=serializers.PreviewParams,
        response=serializers.RunPreviewResponse,
    )
    def get(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_visible(Cycle.objects.select_related("programme__projet"), id=identity)
        require_reach(self.caller, list_paid_regions(cycle))
        options = RunOptions(fournisseur=self.query["fournisseur"], operateur=self.query.get("operateur"))
        return self.ok(serializers.RunPreviewResponse(preview_runs(cycle, options, self.caller)).data)
