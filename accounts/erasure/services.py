"""Erasing a person from every copy: each app erases its own rows; the history keeps its chain.

An app declares what it erases by `register_eraser` from its `hooks.py`. All runs in one transaction, under quiet
triggers: what is erased is not told by value, only that it was, by one trace.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import connection, transaction

from accounts.audit.services import record
from config.ids import uuid7
from config.sql import Queries

SQL = Queries(__file__, "erasure.sql")
COPIES: Final = ("answers", "jobs", "notifications", "administration")
# Shorter words are in everybody's rows.
MIN_WORD: Final = 5


@dataclass(frozen=True)
class Subject:
    """Whom to erase: the household's id, its region, the words that tell of it (names, telephones, codes), and the
    objects whose history is its own: itself, and what became part of it."""

    id: UUID
    region_id: UUID | None
    words: tuple[str, ...]
    roots: tuple[UUID, ...]


@dataclass
class Erasure:
    """What was done: rows by place; and, by table, the rows that still hold one of the words."""

    trace: UUID
    done: dict[str, int] = field(default_factory=dict)
    remaining: dict[str, int] = field(default_factory=dict)


# Erases what it knows of the subject, and answers how many rows that were.
Eraser = Callable[[Subject], int]
_erasers: dict[str, Eraser] = {}
_kept: dict[str, tuple[str, ...]] = {}


def register_eraser(name: str, eraser: Eraser) -> None:
    """Declare what an app erases, under the name that the operator reads. They run in the order declared."""
    _erasers[name] = eraser


def keep_in_history(kept: Mapping[str, tuple[str, ...]]) -> None:
    """Declare the columns, by model of the history, whose values are figures and stay in it. All others are erased."""
    _kept.update(kept)


def _erase_history(subject: Subject, erasure: Erasure, reason: str) -> int:
    """Write the trace of the anonymisation with a digest of what is left of each trace, then leave only that."""
    kept = orjson.dumps(_kept).decode()
    SQL.run("traces_left", {"roots": list(subject.roots), "kept": kept})
    digests = {str(row["id"]): row["digest"] for row in SQL.rows("digests")}
    record(
        action="anonymisation", model="menage", identity=erasure.trace, object_id=subject.id, region=subject.region_id,
        count=len(digests), details={"motif": reason, "effaces": erasure.done, "traces": digests},
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('tabanca.erasure', %s, true)", [str(erasure.trace)])
    SQL.run("erase_traces")
    SQL.run("erase_salts")
    return len(digests)


def _words(subject: Subject) -> list[str]:
    """The words as they stand in text, and as JSON and lower case have them."""
    words = {word for word in subject.words if len(word) >= MIN_WORD}
    return sorted(words | {orjson.dumps(word).decode()[1:-1] for word in words})


def _remaining(words: list[str]) -> dict[str, int]:
    """How many rows of each table still hold one of the words, in any column."""
    found = {}
    for table in (row["name"] for row in SQL.rows("tables")):
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT count(*) FROM {table} AS t WHERE EXISTS ("
                " SELECT FROM unnest(%s::text[]) AS word WHERE strpos(lower(t::text), lower(word)) > 0)",
                [words],
            )
            if count := cursor.fetchone()[0]:
                found[table] = count
    return found


@transaction.atomic
def erase(subject: Subject, *, reason: str) -> Erasure:
    """Erase the subject from every copy in the database, and say where its words still stand (others of that name).

    Raises ValueError when the reason names one of the words: it is kept for ever.
    """
    words = _words(subject)
    if any(word.lower() in reason.lower() for word in words):
        raise ValueError("the reason names the person")
    SQL.rows("prepare")
    erasure = Erasure(uuid7())
    params: dict[str, Any] = {"words": [*words, str(subject.id)]}
    for name, eraser in _erasers.items():
        erasure.done[name] = eraser(subject)
    for name in COPIES:
        erasure.done[name] = SQL.run(name, params)
    erasure.done["history"] = _erase_history(subject, erasure, reason)
    SQL.rows("finish")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE audit_left")
    erasure.remaining = _remaining(words)
    return erasure
