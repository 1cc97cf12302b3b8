"""Sealing the trail, and telling whether it is what was sealed.

Each trace gets a position and a hash over the one before it, over what of it can never change, and over a salted digest
of its values: so values can be erased (with their salt) and the chain still holds. A hash chain without a secret tells
of whoever does not make it anew to its end; the head, which each sealing logs, kept elsewhere, tells of the rest.
"""

import logging
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction

from accounts.audit.services import SQL

logger = logging.getLogger("tabanca.audit")
BATCH: Final = 50_000
MAX_FAULTS: Final = 100


class Head(NamedTuple):
    """The newest seal."""

    position: int
    chain: str


class Fault(NamedTuple):
    """A trace that is not as it was sealed. `kind` is changed, removed, inserted, erased (values gone without an
    anonymisation that says so), seals_removed, or head (not the chain that was written down)."""

    kind: str
    trace: UUID | None
    position: int | None


def head() -> Head | None:
    """The newest seal, to be kept where the database's owner cannot write."""
    rows = SQL.rows("head")
    return Head(rows[0]["position"], rows[0]["chaine"]) if rows else None


def seal() -> int:
    """Seal all traces that are committed; answer how many. Two at once wait for each other."""
    total = 0
    while True:
        with transaction.atomic():
            made = SQL.one("seal", {"most": BATCH})["made"]
        total += made
        if made < BATCH:
            break
    newest = head() if total else None
    if newest:
        fields: dict[str, Any] = {"sealed": total, "position": newest.position, "chain": newest.chain}
        logger.info("audit sealed", extra={"fields": fields})
    return total


def faults(expected: Head | None = None) -> list[Fault]:
    """What does not hold, at most MAX_FAULTS. `expected` is a head that was written down earlier."""
    found = [Fault(row["fault"], row["trace"], row["position"]) for row in SQL.rows("faults", {"most": MAX_FAULTS})]
    if expected:
        rows = SQL.rows("sealed_as", {"position": expected.position})
        if not rows or rows[0]["chaine"] != expected.chain:
            found.append(Fault("head", None, expected.position))
    return found


def invariant() -> str | None:
    """For `check_data`: the first traces that are not as they were sealed."""
    found = [f"{fault.kind} {fault.trace}" for fault in faults()]
    return ", ".join(found[:3]) or None
