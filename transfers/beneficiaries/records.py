"""What hangs on one beneficiary, told in the beneficiary's detail. Upper features add theirs from a `hooks.py`."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

KINDS: Final = ("cycles", "paiements", "plaintes", "conditionnalites", "suivis", "documentsIdentite")
Rows = list[dict[str, Any]]
# From a visible beneficiary's id and the caller to rows in their documented shape, newest first.
Reader = Callable[[UUID, Any], Rows]
_readers: dict[str, Reader] = {}


def register_record(kind: str, read: Reader) -> None:
    """Say how one kind of record is read (from a `hooks.py`). Raises KeyError for a kind that is not documented."""
    if kind not in KINDS:
        raise KeyError(kind)
    _readers[kind] = read


def records(identity: UUID, user: Any) -> dict[str, Rows]:
    """Every kind of record of a beneficiary that `user` may see: one query for each kind that has a table.

    Follow-ups and identity documents have one. Cycles, payments, complaints and conditionality checks have none yet:
    nothing of them can exist, so their lists are empty and what is counted from them is zero. The feature that brings
    the table registers its reader, and both fill.
    """
    return {kind: _readers[kind](identity, user) if kind in _readers else [] for kind in KINDS}


def statistics(found: dict[str, Rows]) -> dict[str, Any]:
    """The figures of document 1, counted from the records; amounts are whole XOF."""
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
