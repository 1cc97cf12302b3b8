"""What auditing adds to an update of all households as a calculation of scores makes it. Everything is rolled back."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from django.db import connection, transaction

from accounts.audit.services import audit_operation
from tests.bench.stage import Stage
from tests.bench.tools import Row

BAR = 1.5
SOME = 50_000
# A pair of updates of a million takes about two minutes: a second one, the other way round, if the first took less
# than this many seconds.
ENOUGH = 110
UPDATE = """
UPDATE registry_menage SET score_pmt = least(100, coalesce(score_pmt, 0) * 0.9 + 1), date_pmt = statement_timestamp(),
  updated_at = statement_timestamp()
"""
Within = Callable[[], AbstractContextManager[object]]
FEW = f"{UPDATE} WHERE id IN (SELECT id FROM registry_menage ORDER BY id LIMIT {SOME})"


class RolledBack(Exception):
    """Ends a measurement with nothing changed."""


def _run(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.rowcount


@contextmanager
def _bare() -> Iterator[None]:
    """The table without its audit: as the update would be if there were none."""
    _run("ALTER TABLE registry_menage DISABLE TRIGGER audited_update")
    yield


@contextmanager
def _told() -> Iterator[None]:
    with audit_operation("banc") as done:
        yield
        done.count = 0


def _seconds(statement: str, within: Within) -> float:
    """Of one update with its audit, in a transaction that is taken back; then its rows are cleared away, so that each
    update meets the same pages. Without TRUNCATE no lock is waited for, and the file keeps its length."""
    began = spent = 0.0
    try:
        with transaction.atomic():
            began = time.perf_counter()
            with within():
                _run(statement)
            # What is deferred to the end of the transaction belongs to it.
            _run("SET CONSTRAINTS ALL IMMEDIATE")
            spent = time.perf_counter() - began
            raise RolledBack
    except RolledBack:
        _run("VACUUM (TRUNCATE false) registry_menage")
    return spent


def _compared(statement: str, within: Within, pairs: int) -> tuple[float, float]:
    """Seconds of the audited update and of the bare one, the best of each; who begins turns with each pair."""
    found: dict[Within, list[float]] = {_bare: [], within: []}
    order, began = list(found), time.monotonic()
    for _ in range(pairs):
        for one in order:
            found[one].append(_seconds(statement, one))
        order.reverse()
        if time.monotonic() - began > ENOUGH:
            break
    return min(found[within]), min(found[_bare])


def audit(stage: Stage) -> list[Row]:
    _run("VACUUM (TRUNCATE false, ANALYZE) registry_menage")
    rows = stage.sample("SELECT count(*) FROM registry_menage")[0][0]
    traced, few = _compared(FEW, nullcontext, 3)
    told, bare = _compared(UPDATE, _told, 2)
    return [
        Row(
            f"PMT-like update of {rows:,} households, as one audited operation",
            f"at most {BAR} x the bare UPDATE",
            f"{told:.1f} s; bare {bare:.1f} s; {told / bare:.2f} x",
            told <= BAR * bare,
        ),
        Row(
            f"the same of {min(rows, SOME):,}, every row traced",
            "",
            f"{traced:.1f} s; bare {few:.1f} s; {traced / few:.2f} x",
            True,
        ),
    ]
