"""Serve suggestions for an entry."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api.schema import declare_operation
from config.caller import require_reach
from transfers.cycles.api import list_paid_regions
from transfers.reconciliation.entries.suggestions.queries import list_suggestions
from transfers.reconciliation.entries.suggestions.serializers import SuggestionResponse, serialize_suggestion
from transfers.reconciliation.entries.views import EntryView
from transfers.reconciliation.models import ReconciliationEntry
from transfers.reconciliation.rules import RECONCILE


class EntrySuggestions(EntryView):
    """Serve them to who may decide: lines without a pair are in no region."""

    permission = RECONCILE

    @declare_operation("Suggestions pour une entrée", response=SuggestionResponse, many=True)
    def get(self, request: Any, identity: UUID, entry_id: UUID) -> Response:
        session = self.find_session(identity)
        entry = self.find_visible(
            ReconciliationEntry.objects.filter(session=session.id).select_related("ligne"), id=entry_id
        )
        require_reach(self.caller, list_paid_regions(session.cycle))
        found = list_suggestions(session, entry, self.caller)
        return self.ok([serialize_suggestion(each, self.contacts) for each in found])
