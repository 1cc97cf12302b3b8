"""Anonymise a household: erase its identity, keep its figures."""

from typing import Final
from uuid import UUID

from django.db import transaction

from accounts.erasure.api import ErasureResult, ErasureSubject, erase_subject
from config.errors.problems import not_found
from config.locks import Lock, lock_rows
from config.sql import Queries
from registry.erasure.hooks import identifying_word_sources
from registry.households.models import Household

SQL: Final = Queries(__file__, "erasure.sql")


def erase_people(subject: ErasureSubject) -> int:
    """Delete the head and the members; return the number of rows."""
    count: int = SQL.fetch_value("delete_people", {"id": subject.id})
    return count


def erase_household(subject: ErasureSubject) -> int:
    """Erase the household's own code, position, areas below the region, identifiers and texts; return the row count."""
    return SQL.execute("anonymise_household", {"id": subject.id})


def erase_receipts(subject: ErasureSubject) -> int:
    """Erase what survey platforms sent; return the number of rows."""
    return SQL.execute("erase_receipts", {"id": subject.id})


def erase_duplicates(subject: ErasureSubject) -> int:
    """Delete the data compared with other households, and the duplicate pairs; return the number of rows."""
    count: int = SQL.fetch_value("delete_duplicates", {"id": subject.id})
    return count


def erase_merges(subject: ErasureSubject) -> int:
    """Erase what is kept to undo merges, and the codes of merged households; return the number of rows."""
    return SQL.execute("erase_merges", {"roots": list(subject.roots)}) + SQL.execute(
        "replace_former_codes", {"id": subject.id}
    )


def erase_moves(subject: ErasureSubject) -> int:
    """Erase the texts of moves in the data collection workflow; return the number of rows."""
    return SQL.execute("erase_moves", {"id": subject.id})


def erase_follow_up(subject: ErasureSubject) -> int:
    """Erase the texts of visits and measures; return the number of rows."""
    count: int = SQL.fetch_value("erase_follow_up", {"id": subject.id})
    return count


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
    roots = SQL.fetch_column("list_roots", {"id": household.id})
    words = set(SQL.fetch_column("list_identifying_words", {"id": household.id, "roots": roots}))
    words.update(*(list_words(household.id) for list_words in identifying_word_sources.values()))
    return erase_subject(
        ErasureSubject(household.id, household.region_id, tuple(sorted(words)), tuple(roots)), reason=reason
    )
