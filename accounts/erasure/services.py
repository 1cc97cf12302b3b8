"""Erase a person from every copy in the database: each app erases its own rows, and the seal chain still holds.

An app registers what it erases with `register_eraser` from its `hooks.py`. Everything runs in one transaction with
audit triggers off: one audit entry says that the person was erased, without any values.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import connection, transaction

from accounts.audit.api import write_audit_entry
from config.ids import uuid7
from config.locks import Lock, claim_lock
from config.sql import Queries

SQL = Queries(__file__, "erasure.sql")
COPIES: Final = ("answers", "jobs", "notifications", "administration")
# Shorter words occur in unrelated rows.
MIN_WORD: Final = 5


@dataclass(frozen=True)
class ErasureSubject:
    """Describe the person to erase.

    Holds the household's id, its region, the words that identify it (names, telephones, codes), and the objects whose
    change history is its own: the household and those merged into it.
    """

    id: UUID
    region_id: UUID | None
    words: tuple[str, ...]
    roots: tuple[UUID, ...]


@dataclass
class ErasureResult:
    """Hold the result: rows erased by place and, by table, rows that still contain one of the words."""

    trace: UUID
    done: dict[str, int] = field(default_factory=dict)
    remaining: dict[str, int] = field(default_factory=dict)


# Erases an app's rows of the subject, and returns how many there were.
Eraser = Callable[[ErasureSubject], int]
_erasers: dict[str, Eraser] = {}
_kept: dict[str, tuple[str, ...]] = {}


def register_eraser(name: str, eraser: Eraser) -> None:
    """Register what an app erases, under the name shown to the operator. Erasers run in the order of registration."""
    _erasers[name] = eraser


def register_retained_columns(kept: Mapping[str, tuple[str, ...]]) -> None:
    """Register the columns, by audited model, whose values are figures and stay in audit entries.

    The values of all other columns are erased.
    """
    _kept.update(kept)


def _erase_history(subject: ErasureSubject, erasure: ErasureResult, reason: str) -> int:
    """Write the entry of the anonymisation with a digest of what remains of each entry, then erase the rest."""
    kept = orjson.dumps(_kept).decode()
    SQL.run("traces_left", {"roots": list(subject.roots), "kept": kept})
    digests = {str(row["id"]): row["digest"] for row in SQL.rows("digests")}
    write_audit_entry(
        action="anonymisation", model="menage", entry_id=erasure.trace, object_id=subject.id, region=subject.region_id,
        count=len(digests), details={"motif": reason, "effaces": erasure.done, "traces": digests},
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('tabanca.erasure', %s, true)", [str(erasure.trace)])
    SQL.run("erase_traces")
    SQL.run("erase_salts")
    return len(digests)


def _list_word_forms(subject: ErasureSubject) -> list[str]:
    """Return the words as they appear in text, and as escaped in JSON."""
    words = {word for word in subject.words if len(word) >= MIN_WORD}
    return sorted(words | {orjson.dumps(word).decode()[1:-1] for word in words})


def _count_remaining_rows(words: list[str]) -> dict[str, int]:
    """Count, by table, the rows that still contain one of the words in any column."""
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
def erase_subject(subject: ErasureSubject, *, reason: str) -> ErasureResult:
    """Erase the subject from every copy in the database; the result counts rows that still contain its words.

    Such rows may belong to namesakes. Raises ValueError when the reason contains one of the words, because the reason
    is stored forever.
    """
    words = _list_word_forms(subject)
    if any(word.lower() in reason.lower() for word in words):
        raise ValueError("the reason names the person")
    claim_lock(Lock.AUDIT_SEAL)
    SQL.rows("prepare")
    erasure = ErasureResult(uuid7())
    params: dict[str, Any] = {"words": [*words, str(subject.id)]}
    for name, eraser in _erasers.items():
        erasure.done[name] = eraser(subject)
    for name in COPIES:
        erasure.done[name] = SQL.run(name, params)
    erasure.done["history"] = _erase_history(subject, erasure, reason)
    SQL.rows("finish")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE audit_left")
    erasure.remaining = _count_remaining_rows(words)
    return erasure
