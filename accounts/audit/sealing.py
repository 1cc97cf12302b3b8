"""Seal audit entries and detect changes to sealed ones.

Each entry gets a position and a hash over the previous hash, the entry's immutable columns and a salted digest of its
values: values can be erased (with their salt) while the chain still holds. A hash chain without a secret detects
anyone who does not recompute it up to its end; comparing with the head, which each sealing logs and which is stored
elsewhere, detects the rest.
"""

import logging
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction

from accounts.audit.services import SQL

logger = logging.getLogger("tabanca.audit")
BATCH: Final = 50_000
MAX_FAULTS: Final = 100


class SealHead(NamedTuple):
    """Hold the newest seal."""

    position: int
    chain: str


class SealFault(NamedTuple):
    """Describe an audit entry that does not match its seal.

    `kind` is changed, removed, inserted, erased (values removed without an anonymisation entry), seals_removed, or head
    (the chain differs from a recorded head).
    """

    kind: str
    trace: UUID | None
    position: int | None


def find_newest_seal() -> SealHead | None:
    """Return the newest seal, to be stored where the database's owner cannot write."""
    rows = SQL.rows("head")
    return SealHead(rows[0]["position"], rows[0]["chaine"]) if rows else None


def seal_audit_entries() -> int:
    """Seal all committed entries and return how many; concurrent calls wait for each other."""
    total = 0
    while True:
        with transaction.atomic():
            made = SQL.one("seal", {"most": BATCH})["made"]
        total += made
        if made < BATCH:
            break
    newest = find_newest_seal() if total else None
    if newest:
        fields: dict[str, Any] = {"sealed": total, "position": newest.position, "chain": newest.chain}
        logger.info("audit sealed", extra={"fields": fields})
    return total


def list_seal_faults(expected: SealHead | None = None) -> list[SealFault]:
    """Return at most MAX_FAULTS entries that do not match their seals; `expected` is a head recorded earlier."""
    found = [SealFault(row["fault"], row["trace"], row["position"]) for row in SQL.rows("faults", {"most": MAX_FAULTS})]
    if expected:
        rows = SQL.rows("sealed_as", {"position": expected.position})
        if not rows or rows[0]["chaine"] != expected.chain:
            found.append(SealFault("head", None, expected.position))
    return found


def describe_seal_faults() -> str | None:
    """Return the first entries that do not match their seals, or None (for `check_data`)."""
    found = [f"{fault.kind} {fault.trace}" for fault in list_seal_faults()]
    return ", ".join(found[:3]) or None
