"""Query the entries of sessions: pages of them, one of them, and what other sessions use."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from config.caller import Caller
from config.paging import Page, limit_search_time
from config.sql import Queries
from config.text import MIN_PART_LENGTH
from registry.households.api import normalise_phone
from transfers.reconciliation.entries.types import EntryLine, EntryPayment, ListedEntry, PagePart, Usage
from transfers.reconciliation.models import EntrySource, EntryStatus, ReconciliationSession
from transfers.reconciliation.types import EntryGroup, read_groups

SQL: Final = Queries(__file__, "entries.sql")
# What needs somebody comes first.
STATUS_ORDER: Final = (EntryStatus.ERREUR, EntryStatus.NON_RAPPROCHEE, EntryStatus.RESOLU, EntryStatus.RAPPROCHEE)
SOURCE_ORDER: Final = (EntrySource.SIG, EntrySource.RELEVE)
# Entries from one remembered place of a group to the next: no page skips more than these.
STRIDE: Final = 2_000
REMEMBERED_GROUPS: Final = 128
# Digits of a telephone that are compared: those of a national number.
PHONE_DIGITS: Final = 9
LIKE_MARKS: Final = re.compile(r"([\\%_])")


def paginate_entries(session: ReconciliationSession, query: dict[str, Any], user: Caller, contacts: bool) -> Page:
    """Return one page of the entries of a session that `user` sees: errors first, then those without a pair.

    The total is read from the session's counters, which also tell in which groups the page lies: however many entries
    there are, only the page is read, and at most STRIDE before it. `search` finds references and, with `contacts`,
    telephones.
    """
    if query.get("search"):
        page = _search_entries(session, query, user, contacts)
    else:
        page = _list_entries(session, query, user)
    return page.replace_items(read_entries(page.items))


def _list_entries(session: ReconciliationSession, query: dict[str, Any], user: Caller) -> Page:
    number, limit = query["page"], query["limit"]
    groups = _choose_groups(session, query, user)
    total = sum(count for _group, count in groups)
    regions = _list_regions(user)
    parts = [_shorten_part(session, part, regions) for part in _find_parts(groups, (number - 1) * limit, limit)]
    params = {
        "session": session.id,
        "regions": regions,
        "starts": [part.start for part in parts],
        "sources": [part.group.source for part in parts],
        "statuts": [part.group.statut for part in parts],
        "raisons": [part.group.raison or "" for part in parts],
        "offsets": [part.offset for part in parts],
        "counts": [part.count for part in parts],
        "backward": [part.is_backward for part in parts],
    }
    return Page(SQL.fetch_column("list_parts", params), number, limit, total)


def _choose_groups(session: ReconciliationSession, query: dict[str, Any], user: Caller) -> list[tuple[EntryGroup, int]]:
    """Return the groups under the filters that have entries, in the order of the list, with how many each has."""
    found: dict[EntryGroup, int] = {}
    for group, each in read_groups(session.compteurs, user.region_ids).items():
        # The index, and so the list, does not tell pairs from others.
        listed = EntryGroup(group.source, group.statut, group.raison, est_paire=False)
        if each.nombre and _is_wanted(group, query):
            found[listed] = found.get(listed, 0) + each.nombre
    return sorted(found.items(), key=lambda item: _place_group(item[0]))


def _is_wanted(group: EntryGroup, query: dict[str, Any]) -> bool:
    """Return whether the entries of a group are under the filters."""
    if query.get("aDecider") not in (None, group.needs_decision):
        return False
    return all(query.get(name) in (None, getattr(group, name)) for name in ("source", "statut", "raison"))


def _place_group(group: EntryGroup) -> tuple[int, int, str]:
    return STATUS_ORDER.index(group.statut), SOURCE_ORDER.index(group.source), group.raison or "~"


def _find_parts(groups: Sequence[tuple[EntryGroup, int]], start: int, limit: int) -> Iterator[PagePart]:
    """Yield where a page lies: groups, each with the entries of it that the page shows."""
    for group, size in groups:
        if limit > 0 and start < size:
            taken = min(limit, size - start)
            after = size - start - taken
            # Places are remembered from the beginning: only what lies near the end is counted from there.
            is_backward = after < start and after <= STRIDE
            yield PagePart(group, after if is_backward else start, taken, is_backward)
            limit -= taken
        start = max(0, start - size)


def _shorten_part(session: ReconciliationSession, part: PagePart, regions: list[UUID] | None) -> PagePart:
    """Return a part that lies far from both ends of its group with the remembered place before it as its start."""
    if part.is_backward or part.offset <= STRIDE:
        return part
    group, seen = part.group, None if regions is None else tuple(regions)
    places = _list_places(session.id, session.updated_at, group.source, group.statut, group.raison or "", seen)
    passed = min(part.offset // STRIDE, len(places))
    return replace(part, offset=part.offset - passed * STRIDE, start=places[passed - 1]) if passed else part


@lru_cache(REMEMBERED_GROUPS)
def _list_places(
    session_id: UUID, updated_at: datetime, source: str, statut: str, raison: str, regions: tuple[UUID, ...] | None
) -> list[UUID]:
    """Return each STRIDE-th entry of a group. Whatever changes entries changes `updated_at` of the session: then anew."""
    params = {"session": session_id, "source": source, "statut": statut, "raison": raison, "stride": STRIDE}
    return SQL.fetch_column("list_places", params | {"regions": None if regions is None else list(regions)})


def _list_regions(user: Caller) -> list[UUID] | None:
    return None if user.region_ids is None else sorted(user.region_ids)


def _search_entries(session: ReconciliationSession, query: dict[str, Any], user: Caller, contacts: bool) -> Page:
    number, limit, text = query["page"], query["limit"], query["search"].strip()
    end = "%" if len(text) >= MIN_PART_LENGTH else ""
    groups = [group for group, _size in _choose_groups(session, query, user)]
    digits = "".join(mark for mark in text if mark.isascii() and mark.isdigit()) if contacts else ""
    params = {
        "session": session.id,
        "cycle": session.cycle_id,
        "text": text,
        "prefix": LIKE_MARKS.sub(r"\\\1", text) + end,
        "upper": LIKE_MARKS.sub(r"\\\1", text.upper()) + end,
        "account": normalise_phone(text) if contacts else None,
        "digits": digits[-PHONE_DIGITS:] if len(digits) >= PHONE_DIGITS else None,
        "groups": [f"{group.source}.{group.statut}.{group.raison or ''}" for group in groups],
        "regions": _list_regions(user),
        "limit": limit,
        "offset": (number - 1) * limit,
    }
    with limit_search_time():
        rows = SQL.fetch_rows("search_entries", params)
        if not rows and number > 1:
            first = SQL.fetch_rows("search_entries", params | {"limit": 1, "offset": 0})
            return Page([], number, limit, first[0]["total"] if first else 0)
    return Page([row["id"] for row in rows], number, limit, rows[0]["total"] if rows else 0)


def read_entries(ids: Sequence[UUID]) -> list[ListedEntry]:
    """Return entries as a list shows them, in the order of their ids here."""
    return [_build_entry(row) for row in SQL.fetch_rows("read_entries", {"ids": list(ids)})] if ids else []


def _build_entry(row: dict[str, Any]) -> ListedEntry:
    return ListedEntry(
        id=row["id"],
        source=row["source"],
        statut=row["statut"],
        paiement=_build_payment(row) if row["paiement_id"] else None,
        entree_releve=_build_line(row) if row["ligne_id"] else None,
        score_match=None if row["score"] is None else float(row["score"]),
        indices=row["indices"],
        ecart_montant=row["ecart_montant"],
        ecart_date=row["ecart_date"],
        raison_non_match=row["raison"],
        decide=row["decide"],
        action=row["action"],
        commentaire=row["commentaire"],
        version=row["version"],
    )


def _build_payment(row: dict[str, Any]) -> EntryPayment:
    return EntryPayment(
        id=row["paiement_id"],
        reference=row["paiement_reference"],
        beneficiaire=row["nom_complet"],
        telephone=row["paiement_telephone"],
        montant=row["paiement_montant"],
        montant_recu=row["montant_recu"],
        statut=row["paiement_statut"],
        date_paiement=row["date_execution"],
        reference_operateur=row["reference_operateur"],
        motif_echec=row["motif_echec"],
    )


def _build_line(row: dict[str, Any]) -> EntryLine:
    moment = row["moment"] or row["date_operation"]
    return EntryLine(
        id=row["ligne_id"],
        reference=row["reference"],
        transaction=row["transaction"],
        telephone=row["telephone"],
        montant=row["montant"],
        frais=row["frais"],
        credit=row["credit"],
        nature=row["nature"],
        date_transaction=moment and moment.isoformat(),
        libelle=row["libelle"],
    )


def find_usage(session_id: UUID, payments: set[UUID], lines: set[UUID]) -> Usage:
    """Return which of these payments and lines other sessions have paired."""
    params = {"session": session_id, "payments": list(payments), "lines": list(lines)}
    rows = SQL.fetch_rows("find_usage", params)
    return Usage(
        frozenset(row["id"] for row in rows if row["side"] == "paiement"),
        frozenset(row["id"] for row in rows if row["side"] == "ligne"),
    )
