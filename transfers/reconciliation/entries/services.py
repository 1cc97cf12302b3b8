"""Decide entries of sessions: one or many, and undo a decision. Each is stored with who, why, and what was before."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import Problem, conflict, invalid_status, not_found
from transfers.reconciliation.entries.models import EntryDecision
from transfers.reconciliation.entries.queries import SQL, find_usage
from transfers.reconciliation.entries.rules import FIELDS, EntryBook, add_changes, is_pair, read_fields, sum_changes
from transfers.reconciliation.entries.types import BatchResult, Decision
from transfers.reconciliation.models import (
    EntrySource,
    MismatchReason,
    ReconciliationEntry,
    ReconciliationSession,
)
from transfers.reconciliation.services import lock_session
from transfers.reconciliation.states import DECIDABLE

# The constraints by which a payment, or a line, is in one pair of all sessions.
PAIRED_ONCE: Final = ("entree_ligne_used_once", "entree_paire_paiement_once", "entree_renversee_once")
SHOWN: Final = ("paiement", "ligne")


@transaction.atomic
def resolve_entry(*, session_id: UUID, decision: Decision, user: Caller) -> ReconciliationEntry:
    """Decide one entry.

    Raises NOT_FOUND, FORBIDDEN, INVALID_STATUS, VALIDATION_ERROR, and CONFLICT when another version was seen, somebody
    else has decided it, or the other side is used.
    """
    session = _lock_open_session(session_id, user)
    book = _open_book(session, [decision])
    _store(session, book, [(decision, book.decide(decision))], user)
    return book.entries[decision.entry_id]


@transaction.atomic
def resolve_entries(*, session_id: UUID, decisions: Sequence[Decision], user: Caller) -> BatchResult:
    """Decide many entries, in their order; what one decision does not allow changes nothing of the others.

    Raises NOT_FOUND, FORBIDDEN, INVALID_STATUS for the session.
    """
    session = _lock_open_session(session_id, user)
    book = _open_book(session, decisions)
    taken = []
    result = BatchResult()
    for decision in decisions:
        try:
            taken.append((decision, book.decide(decision)))
            result.decided.append(decision.entry_id)
        except Problem as problem:
            result.refused.append((decision.entry_id, problem.message))
    if taken:
        _store(session, book, taken, user)
    return result


def _lock_open_session(session_id: UUID, user: Caller) -> ReconciliationSession:
    """Lock a session whose entries may be decided. Raises NOT_FOUND, FORBIDDEN, INVALID_STATUS."""
    session = lock_session(session_id=session_id, user=user)
    if session.statut not in DECIDABLE:
        raise invalid_status(_("Les entrées se décident dans une session en cours ou à valider."))
    return session


def _open_book(session: ReconciliationSession, decisions: Sequence[Decision]) -> EntryBook:
    """Return the entries that the decisions name, and the other sides of their pairs."""
    named = {decision.entry_id for decision in decisions}
    named |= {decision.other_id for decision in decisions if decision.other_id}
    rows = list(session.entrees.filter(id__in=named).select_related(*SHOWN))
    payments = {row.paiement_id for row in rows if row.paiement_id}
    lines = {row.ligne_id for row in rows if row.ligne_id}
    sides = Q(source=EntrySource.SIG, paiement__in=payments) | Q(source=EntrySource.RELEVE, ligne__in=lines)
    # A return changes the pair of its payment, which has another line.
    returned = [row.paiement_id for row in rows if row.raison == MismatchReason.RETOUR_A_VERIFIER]
    if returned:
        sides |= Q(source=EntrySource.RELEVE, paiement__in=returned)
    if any(row.paiement_id and row.ligne_id for row in rows):
        rows += session.entrees.filter(sides).exclude(id__in=named).select_related(*SHOWN)
    earlier = _load_earlier(session, named - {row.id for row in rows}, returned)
    return EntryBook({row.id: row for row in rows}, find_usage(session.id, payments, lines), earlier)


def _load_earlier(
    session: ReconciliationSession, ids: set[UUID], payments: Sequence[UUID | None]
) -> dict[UUID, ReconciliationEntry]:
    """Return the lines of other sessions that returns may reverse: of these entries, or the pairs of these payments."""
    if not ids and not payments:
        return {}
    params = {
        "session": session.id,
        "operateur": session.operateur_id,
        "projet": session.cycle.programme.projet_id,
        "ids": list(ids),
        "payments": list(payments),
    }
    found = SQL.fetch_column("find_earlier", params)
    return {row.id: row for row in ReconciliationEntry.objects.filter(id__in=found).select_related(*SHOWN)}


def _store(
    session: ReconciliationSession,
    book: EntryBook,
    taken: Sequence[tuple[Decision, list[ReconciliationEntry]]],
    user: Caller,
) -> None:
    """Write what decisions changed: the entries, the decisions themselves, and the counters of the locked session.

    A decision that changes nothing is none: there would be nothing to undo.
    """
    _write_entries(session, [(book.before[entry.id], entry) for entry in book.list_changed()])
    EntryDecision.objects.bulk_create(
        EntryDecision(
            session=session,
            entree_id=decision.entry_id,
            action=decision.action,
            commentaire=decision.commentaire,
            avant=[
                {"id": str(old.id), "avant": read_fields(old), "apres": read_fields(book.entries[old.id])}
                for old in changed
            ],
            auteur_id=user.id,
        )
        for decision, changed in taken
        if changed
    )


def _write_entries(
    session: ReconciliationSession, changes: Sequence[tuple[ReconciliationEntry, ReconciliationEntry]]
) -> None:
    """Write entries that changed (before, after), and the counters. Raises CONFLICT when another session was faster."""
    broken = [old.id for old, new in changes if old.paiement_id and old.ligne_id and not is_pair(old, new)]
    try:
        with transaction.atomic():
            if broken:
                SQL.execute("break_pairs", {"ids": broken})
            rows = [new for _old, new in changes]
            ReconciliationEntry.objects.bulk_update(rows, [*FIELDS, "version"], batch_size=1_000)
    except IntegrityError as error:
        if not any(name in str(error) for name in PAIRED_ONCE):
            raise
        raise conflict(_("Une autre session a rapproché cette ligne ou ce paiement.")) from error
    session.compteurs = add_changes(session.compteurs, sum_changes(changes))
    session.save(update_fields=["compteurs", "updated_at"])


@transaction.atomic
def undo_decision(*, session_id: UUID, entry_id: UUID, user: Caller) -> ReconciliationEntry:
    """Undo the last decision that changed an entry: all entries are again what they were before it.

    Raises NOT_FOUND, FORBIDDEN, INVALID_STATUS (nothing to undo, or the session is closed), CONFLICT when one of these
    entries has changed since.
    """
    session = _lock_open_session(session_id, user)
    restored, refused = _undo_last(session, [entry_id], user)
    if refused:
        raise refused[entry_id]
    return restored[entry_id]


@transaction.atomic
def undo_decisions(*, session_id: UUID, entry_ids: Sequence[UUID], user: Caller) -> BatchResult:
    """Undo the last decision of each of many entries, the latest first; what cannot be undone changes nothing of the others.

    Raises NOT_FOUND, FORBIDDEN, INVALID_STATUS for the session.
    """
    session = _lock_open_session(session_id, user)
    _restored, refused = _undo_last(session, entry_ids, user)
    return BatchResult(
        [entry_id for entry_id in entry_ids if entry_id not in refused],
        [(entry_id, problem.message) for entry_id, problem in refused.items()],
    )


def _undo_last(
    session: ReconciliationSession, entry_ids: Sequence[UUID], user: Caller
) -> tuple[dict[UUID, ReconciliationEntry], dict[UUID, Problem]]:
    """Undo the last decisions of entries, and return the entries as they are now, and why others are as they were."""
    wanted = SQL.fetch_rows("find_last_decisions", {"session": session.id, "ids": list(entry_ids)})
    named: dict[UUID, list[UUID]] = {}
    for row in wanted:
        named.setdefault(row["decision"], []).append(row["entree"])
    decisions = list(session.decisions.filter(id__in=named).order_by("-id"))
    touched = {each["id"] for decision in decisions for each in decision.avant}
    before = {str(row.id): row for row in session.entrees.filter(id__in=touched).select_related(*SHOWN)}
    after = dict(before)
    refused = _explain_undecided(session, set(entry_ids) - {row["entree"] for row in wanted})
    undone = []
    for decision in decisions:
        if any(not _is_as_decided(after[each["id"]], each["apres"]) for each in decision.avant):
            text = _("Une entrée a changé depuis cette décision : annulez d'abord ce qui a suivi.")
            refused |= dict.fromkeys(named[decision.id], conflict(text))
            continue
        after |= {each["id"]: _restore_entry(after[each["id"]], each["avant"]) for each in decision.avant}
        undone.append(decision.id)
    _write_entries(session, [(old, after[key]) for key, old in before.items() if after[key] is not old])
    session.decisions.filter(id__in=undone).update(annule_par=user.id, annule_le=timezone.now())
    return {row.id: row for row in after.values()}, refused


def _explain_undecided(session: ReconciliationSession, ids: set[UUID]) -> dict[UUID, Problem]:
    """Return why there is nothing to undo for entries: they are not of the session, or nobody has decided them."""
    known = set(session.entrees.filter(id__in=ids).values_list("id", flat=True)) if ids else set()
    nothing = invalid_status(_("Rien n'a été décidé pour cette entrée."))
    return {entry_id: nothing if entry_id in known else not_found() for entry_id in ids}


def _is_as_decided(now: ReconciliationEntry, decided: dict[str, Any]) -> bool:
    """Return whether an entry is still what a decision has made of it."""
    fields = read_fields(now)
    return all(fields[name] == value for name, value in decided.items())


def _restore_entry(now: ReconciliationEntry, fields: dict[str, Any]) -> ReconciliationEntry:
    """Return an entry as it was, in its next version, with its own side as it was read."""
    values = {name: UUID(value) if value and name.endswith("_id") else value for name, value in fields.items()}
    if (score := fields.get("score")) is not None:
        values["score"] = Decimal(score)
    restored = ReconciliationEntry(id=now.id, session_id=now.session_id, source=now.source, **values)
    own = "paiement" if now.source == EntrySource.SIG else "ligne"
    setattr(restored, own, getattr(now, own))
    restored.version = now.version + 1
    return restored
