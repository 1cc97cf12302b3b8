"""Collect the records of one beneficiary for the beneficiary's detail.

Upper features register theirs from their app's `hooks.py`.
"""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from config.caller import Caller
from config.hooks import Hook

RECORD_KINDS: Final = ("cycles", "paiements", "plaintes", "conditionnalites", "suivis", "documentsIdentite")
# Rows in their documented shape, newest first.
Records = list[dict[str, Any]]
# The readers of records by kind: each maps the id of a visible beneficiary and the caller to the rows.
beneficiary_records = Hook[Callable[[UUID, Caller], Records]]("records of a beneficiary")


def read_records(beneficiary_id: UUID, user: Caller) -> dict[str, Records]:
    """Return the records of a beneficiary which `user` may see, by kind: one query per kind which has a table.

    Follow-ups and identity documents have tables. Cycles, payments, complaints and conditionality checks have none yet:
    such records cannot exist, so their lists are empty and the figures counted from them are zero. The feature which
    adds the table registers its reader, and both are filled.
    """
    readers = beneficiary_records
    return {kind: readers[kind](beneficiary_id, user) if kind in readers else [] for kind in RECORD_KINDS}
