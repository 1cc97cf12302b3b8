"""Anonymise a household: erase its identity, keep its figures."""

from collections.abc import Callable, Iterable
from typing import Final
from uuid import UUID

from django.db import transaction

from accounts.erasure.api import ErasureResult, ErasureSubject, erase_subject
from config.errors.problems import not_found
from config.locks import Lock, lock_rows
from config.sql import Queries
from registry.households.models import Household

SQL = Queries(__file__, "erasure.sql")
# Columns whose values are figures and stay in the audit entries.
KEPT: Final = {
    "menage": (
        "region_id", "milieu", "taille_menage", "statut", "statut_collecte", "score_pmt", "ancien_score_pmt",
        "categorie_pauvrete", "eligible_programme", "methode_pmt", "date_pmt", "score_qualite", "projet_id",
        "campagne_id", "created_at",
    ),
}  # fmt: skip


# Functions that return the words that identify a household's people in the rows of upper apps.
_words: list[Callable[[UUID], Iterable[str]]] = []


def register_identifying_words(source: Callable[[UUID], Iterable[str]]) -> None:
    """Register a function that returns further words that identify the people of a household (from a `hooks.py`)."""
    _words.append(source)


def erase_people(subject: ErasureSubject) -> int:
    """Delete the head and the members; return the number of rows."""
    return SQL.one("people", {"id": subject.id})["n"]


def erase_household(subject: ErasureSubject) -> int:
    """Erase the household's own code, position, areas below the region, identifiers and texts; return the row count."""
    return SQL.run("household", {"id": subject.id})


def erase_receipts(subject: ErasureSubject) -> int:
    """Erase what survey platforms sent; return the number of rows."""
    return SQL.run("receipts", {"id": subject.id})


def erase_duplicates(subject: ErasureSubject) -> int:
    """Delete the data compared with other households, and the duplicate pairs; return the number of rows."""
    return SQL.one("duplicates", {"id": subject.id})["n"]


def erase_merges(subject: ErasureSubject) -> int:
    """Erase what is kept to undo merges, and the codes of merged households; return the number of rows."""
    return SQL.run("merges", {"roots": list(subject.roots)}) + SQL.run("former", {"id": subject.id})


def erase_moves(subject: ErasureSubject) -> int:
    """Erase the texts of moves in the data collection workflow; return the number of rows."""
    return SQL.run("moves", {"id": subject.id})


def erase_follow_up(subject: ErasureSubject) -> int:
    """Erase the texts of visits and measures; return the number of rows."""
    return SQL.one("follow_up", {"id": subject.id})["n"]


@transaction.atomic
def anonymise_household(*, which: str, reason: str) -> ErasureResult:
    """Anonymise a household, found by id or code, in every copy in the database, under its lock.

    Raises NOT_FOUND, and ValueError when `reason` contains a word that identifies the household.
    """
    rows = lock_rows(Lock.HOUSEHOLDS, Household.objects.all(), no_key=False)
    try:
        household = rows.filter(id=UUID(which)).first()
    except ValueError:
        household = rows.filter(code_menage=which).first()
    if household is None:
        raise not_found()
    roots = [row["id"] for row in SQL.rows("roots", {"id": household.id})]
    words = {row["word"] for row in SQL.rows("words", {"id": household.id, "roots": roots})}
    words.update(*(source(household.id) for source in _words))
    return erase_subject(
        ErasureSubject(household.id, household.region_id, tuple(sorted(words)), tuple(roots)), reason=reason
    )
