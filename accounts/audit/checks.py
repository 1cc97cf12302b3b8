"""Detect changes to sealed audit entries."""

from typing import Final, NamedTuple
from uuid import UUID

from accounts.audit.queries import SQL, SealHead

MAX_FAULTS: Final = 100


class SealFault(NamedTuple):
    """Describe an audit entry that does not match its seal.

    `kind` is changed, removed, inserted, erased (values removed without an anonymisation entry), seals_removed, or head
    (the chain differs from a recorded head).
    """

    kind: str
    entry_id: UUID | None
    position: int | None


def list_seal_faults(expected: SealHead | None = None) -> list[SealFault]:
    """Return at most MAX_FAULTS entries that do not match their seals; `expected` is a head recorded earlier."""
    found = SQL.fetch_objects(SealFault, "list_faults", {"limit": MAX_FAULTS})
    if expected and SQL.fetch_column("find_seal", {"position": expected.position}) != [expected.chain]:
        found.append(SealFault("head", None, expected.position))
    return found


def describe_seal_faults() -> str | None:
    """Return the first entries that do not match their seals, or None (for `check_data`)."""
    found = [f"{fault.kind} {fault.entry_id}" for fault in list_seal_faults()]
    return ", ".join(found[:3]) or None
