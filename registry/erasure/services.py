"""Anonymising a household: who it was goes, the figures stay."""

from collections.abc import Callable, Iterable
from typing import Final
from uuid import UUID

from django.db import transaction

from accounts.erasure.services import Erasure, Subject, erase
from config.api.problems import not_found
from config.sql import Queries
from registry.households.models import Household

SQL = Queries(__file__, "erasure.sql")
# Values of the history that are figures.
KEPT: Final = {
    "menage": (
        "region_id", "milieu", "taille_menage", "statut", "statut_collecte", "score_pmt", "ancien_score_pmt",
        "categorie_pauvrete", "eligible_programme", "methode_pmt", "date_pmt", "score_qualite", "projet_id",
        "campagne_id", "created_at",
    ),
}  # fmt: skip


# The words by which the rows of an upper app name a household's people.
_words: list[Callable[[UUID], Iterable[str]]] = []


def register_words(source: Callable[[UUID], Iterable[str]]) -> None:
    """Declare what else names the people of a household (from an upper app's `hooks.py`)."""
    _words.append(source)


def erase_people(subject: Subject) -> int:
    """The head and the members."""
    return SQL.one("people", {"id": subject.id})["n"]


def erase_household(subject: Subject) -> int:
    """The household's own code, place, identifiers and texts."""
    return SQL.run("household", {"id": subject.id})


def erase_receipts(subject: Subject) -> int:
    """What platforms of data collection told."""
    return SQL.run("receipts", {"id": subject.id})


def erase_duplicates(subject: Subject) -> int:
    """What was compared with others, and the pairs."""
    return SQL.one("duplicates", {"id": subject.id})["n"]


def erase_merges(subject: Subject) -> int:
    """What was kept for undoing merges, and the codes that lead here since."""
    return SQL.run("merges", {"roots": list(subject.roots)}) + SQL.run("former", {"id": subject.id})


def erase_moves(subject: Subject) -> int:
    """What was written at the moves of the collection."""
    return SQL.run("moves", {"id": subject.id})


def erase_follow_up(subject: Subject) -> int:
    """What was written at visits and measures."""
    return SQL.one("follow_up", {"id": subject.id})["n"]


@transaction.atomic
def anonymise_household(*, which: str, reason: str) -> Erasure:
    """Erase a household, by its id or its code, from every copy. Raises NOT_FOUND; ValueError when the reason names it."""
    rows = Household.objects.select_for_update(of=("self",))
    try:
        household = rows.filter(id=UUID(which)).first()
    except ValueError:
        household = rows.filter(code_menage=which).first()
    if household is None:
        raise not_found()
    roots = [row["id"] for row in SQL.rows("roots", {"id": household.id})]
    words = {row["word"] for row in SQL.rows("words", {"id": household.id, "roots": roots})}
    words.update(*(source(household.id) for source in _words))
    return erase(Subject(household.id, household.region_id, tuple(sorted(words)), tuple(roots)), reason=reason)
