"""Serve the entries of a session: list, detail, decisions and their undoing."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from config.api.fields import PageParams
from config.api.schema import declare_operation
from transfers.reconciliation.entries import queries, serializers, services
from transfers.reconciliation.entries.filters import EntryFilters
from transfers.reconciliation.entries.types import BatchResult
from transfers.reconciliation.models import ReconciliationEntry
from transfers.reconciliation.rules import READ, RECONCILE
from transfers.reconciliation.views import SessionView


class EntryView(SessionView):
    """Share how an entry is shown."""

    def build_entry_response(self, entry_id: UUID, message: str | None = None) -> Response:
        (entry,) = queries.read_entries([entry_id])
        return self.ok(serializers.serialize_entry(entry, self.contacts), message)

    def build_decided_response(self, entry: ReconciliationEntry, message: str) -> Response:
        shown = {
            "entryId": entry.id,
            "nouveauStatut": entry.statut,
            "action": entry.action,
            "version": entry.version,
        }
        return self.ok(shown, message)

    def build_batch_response(self, result: BatchResult, text: str) -> Response:
        done, refused = len(result.decided), len(result.refused)
        shown = {
            "traitees": done + refused,
            "reussies": done,
            "echouees": refused,
            "erreurs": [{"entryId": entry_id, "message": message} for entry_id, message in result.refused],
        }
        return self.ok(shown, text % {"n": done})


class EntryList(EntryView):
    permission = READ

    @declare_operation(
        "Entrées d'une session",
        filters=EntryFilters,
        query=PageParams,
        response=serializers.EntryResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        session = self.find_session(identity)
        page = queries.paginate_entries(session, self.query, self.caller, self.contacts)
        shown = [serializers.serialize_entry(entry, self.contacts) for entry in page.items]
        return self.build_page_response(page.replace_items(shown))


class EntryDetail(EntryView):
    permission = READ

    @declare_operation("Une entrée", response=serializers.EntryResponse)
    def get(self, request: Any, identity: UUID, entry_id: UUID) -> Response:
        entry = self.find_visible(ReconciliationEntry.objects.filter(session=identity), id=entry_id)
        return self.build_entry_response(entry.id)


class EntryResolution(EntryView):
    permission = RECONCILE

    @declare_operation("Décider une entrée", body=serializers.EntryDecisionBody, response=serializers.DecidedResponse)
    def post(self, request: Any, identity: UUID, entry_id: UUID) -> Response:
        decision = serializers.read_decision(self.validate_body().validated_data, entry_id)
        entry = services.resolve_entry(session_id=identity, decision=decision, user=self.caller)
        return self.build_decided_response(entry, _("Décision enregistrée."))


class EntryBatch(EntryView):
    permission = RECONCILE

    @declare_operation(
        "Décider plusieurs entrées", body=serializers.EntryBatchBody, response=serializers.EntryBatchResponse
    )
    def post(self, request: Any, identity: UUID) -> Response:
        sent = self.validate_body().validated_data["entries"]
        decisions = [serializers.read_decision(each) for each in sent]
        result = services.resolve_entries(session_id=identity, decisions=decisions, user=self.caller)
        text = ngettext("%(n)d entrée décidée.", "%(n)d entrées décidées.", len(result.decided))
        return self.build_batch_response(result, text)


class EntryBatchUndoing(EntryView):
    permission = RECONCILE

    @declare_operation(
        "Annuler la décision de plusieurs entrées",
        body=serializers.EntryBatchUndoingBody,
        response=serializers.EntryBatchResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        sent = list(dict.fromkeys(self.validate_body().validated_data["entries"]))
        result = services.undo_decisions(session_id=identity, entry_ids=sent, user=self.caller)
        text = ngettext("%(n)d décision annulée.", "%(n)d décisions annulées.", len(result.decided))
        return self.build_batch_response(result, text)


class EntryUndoing(EntryView):
    permission = RECONCILE

    @declare_operation("Annuler la décision d'une entrée", response=serializers.DecidedResponse)
    def post(self, request: Any, identity: UUID, entry_id: UUID) -> Response:
        self.refuse_body()
        entry = services.undo_decision(session_id=identity, entry_id=entry_id, user=self.caller)
        return self.build_decided_response(entry, _("Décision annulée."))
