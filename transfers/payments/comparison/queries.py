"""Compare the list of a cycle with the one before."""

from typing import Any
from uuid import UUID

import orjson

from config.caller import Caller
from config.paging import Page
from config.sql import Queries
from transfers.cycles.models import Cycle
from transfers.payments.comparison.rules import CHANGE_KINDS
from transfers.payments.comparison.types import Change, CycleChanges
from transfers.payments.models import Payment
from transfers.payments.queries import list_payments

SQL = Queries(__file__, "comparison.sql")


def find_cycle_before(cycle: Cycle) -> Cycle | None:
    """Return the cycle with which a cycle is compared: the latest calculated one of an earlier period."""
    found = SQL.fetch_column("find_cycle_before", {"periode": cycle.periode_ou_cycle_id})
    return Cycle.objects.get(id=found[0]) if found else None


def compare_cycle(cycle: Cycle, query: dict[str, Any], user: Caller) -> CycleChanges:
    """Return how the list of a cycle differs from the one before, as far as `user` sees both: by household.

    Without a cycle before, everybody would be new: nothing is told. `nature` narrows the page, not the numbers.
    """
    page, limit, before = query["page"], query["limit"], find_cycle_before(cycle)
    counts = dict.fromkeys(CHANGE_KINDS, 0)
    if before is None:
        return CycleChanges(None, counts, Page([], page, limit, 0))
    regions, kind = user.region_ids, query.get("nature")
    params = {
        "cycle": cycle.id,
        "avant": before.id,
        "regions": None if regions is None else list(regions),
        "supplementaire": cycle.periode_id is not None,
        "nature": kind,
        "limit": limit,
        "offset": (page - 1) * limit,
    }
    found = SQL.fetch_one("select_changes", params)
    counts |= orjson.loads(found["counts"])
    total = counts[kind] if kind else found["total"]
    changes = _read_changes(orjson.loads(found["items"]))
    return CycleChanges(before, counts, Page(changes, page, limit, total))


def _read_changes(items: list[dict[str, Any]]) -> list[Change]:
    ids = [UUID(item[name]) for item in items for name in ("paiement_id", "precedent_id") if item[name]]
    payments = {str(row.id): row for row in list_payments(Payment.objects.filter(id__in=ids))}
    return [
        Change(item["natures"], payments.get(item["paiement_id"]), payments.get(item["precedent_id"])) for item in items
    ]
