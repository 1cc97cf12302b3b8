"""Erase a person from every copy in the database: each app erases its own rows, and the seal chain still holds.

An app registers what it erases in the hook `erasers`. Everything runs in one transaction with audit triggers off: one
audit entry says that the person was erased, without any values.
"""

from typing import Any, Final

import orjson
from django.db import connection, transaction

from accounts.audit.api import write_audit_entry
from accounts.erasure.hooks import erasers, retained_columns
from accounts.erasure.types import ErasureResult, ErasureSubject
from config.ids import uuid7
from config.locks import Lock, claim_lock
from config.sql import Queries

SQL = Queries(__file__, "erasure.sql")
# Each is a query of erasure.sql, and the name of its count in the result.
COPIES: Final = ("answers", "jobs", "notifications", "administration")
# Shorter words occur in unrelated rows.
MIN_WORD: Final = 5


def _erase_history(subject: ErasureSubject, result: ErasureResult, reason: str) -> int:
    """Write the entry of the anonymisation with a digest of what remains of each entry, then erase the rest."""
    retained = orjson.dumps(dict(retained_columns)).decode()
    SQL.execute("create_remaining_entries", {"roots": list(subject.roots), "retained": retained})
    digests = {str(entry_id): digest for entry_id, digest in SQL.fetch_mapping("list_digests").items()}
    write_audit_entry(
        action="anonymisation",
        model="menage",
        entry_id=result.entry_id,
        object_id=subject.id,
        region=subject.region_id,
        count=len(digests),
        details={"motif": reason, "effaces": result.done, "traces": digests},
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('tabanca.erasure', %s, true)", [str(result.entry_id)])
    SQL.execute("erase_entries")
    SQL.execute("erase_salts")
    return len(digests)


def _list_word_forms(subject: ErasureSubject) -> list[str]:
    """Return the words as they appear in text, and as escaped in JSON."""
    words = {word for word in subject.words if len(word) >= MIN_WORD}
    return sorted(words | {orjson.dumps(word).decode()[1:-1] for word in words})


def _count_remaining_rows(words: list[str]) -> dict[str, int]:
    """Count, by table, the rows that still contain one of the words in any column."""
    found = {}
    for table in SQL.fetch_column("list_tables"):
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
    SQL.fetch_rows("begin_erasure")
    result = ErasureResult(uuid7())
    params: dict[str, Any] = {"words": [*words, str(subject.id)]}
    for name, eraser in erasers.items():
        result.done[name] = eraser(subject)
    for name in COPIES:
        result.done[name] = SQL.execute(name, params)
    result.done["history"] = _erase_history(subject, result, reason)
    SQL.fetch_rows("end_erasure")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE audit_left")
    result.remaining = _count_remaining_rows(words)
    return result
