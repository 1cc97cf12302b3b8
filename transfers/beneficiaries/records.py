"""Collect the records of one beneficiary for the beneficiary's detail.

Upper features register theirs from a `hooks.py`.
"""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

KINDS: Final = ("cycles", "paiements", "plaintes", "conditionnalites", "suivis", "documentsIdentite")
Rows = list[dict[str, Any]]
# Maps the id of a visible beneficiary and the caller to rows in their documented shape, newest first.
Reader = Callable[[UUID, Any], Rows]
_readers: dict[str, Reader] = {}


def register_record_reader(kind: str, read: Reader) -> None:
    """Register the reader of one kind of record (from a `hooks.py`). Raises KeyError for an unknown kind."""
    if kind not in KINDS:
        raise KeyError(kind)
    _readers[kind] = read


def read_records(identity: UUID, user: Any) -> dict[str, Rows]:
    """Return the records of a beneficiary which `user` may see, by kind: one query per kind which has a table.

    Follow-ups and identity documents have tables. Cycles, payments, complaints and conditionality checks have none yet:
    such records cannot exist, so their lists are empty and the figures counted from them are zero. The feature which
    adds the table registers its reader, and both are filled.
    """
    return {kind: _readers[kind](identity, user) if kind in _readers else [] for kind in KINDS}


def count_records(found: dict[str, Rows]) -> dict[str, Any]:
    """Count the statistics of a beneficiary from the records; amounts are whole XOF."""
    paid = [row for row in found["paiements"] if row["statut"] == "reussi"]
    checks = [row["statut"] for row in found["conditionnalites"]]
    return {
        "totalPaiements": len(found["paiements"]),
        "paiementsReussis": len(paid),
        "paiementsEchoues": sum(row["statut"] == "echoue" for row in found["paiements"]),
        "totalMontantRecu": sum(row["montant"] for row in paid),
        "nbCycles": len(found["cycles"]),
        "nbPlaintes": len(found["plaintes"]),
        "nbVerifications": len(checks),
        "nbConformes": checks.count("conforme"),
        "nbNonConformes": checks.count("non_conforme"),
        "nbSuivis": len(found["suivis"]),
    }
