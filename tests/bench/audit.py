"""What auditing adds to an update of all households as a calculation of scores makes it. Everything is rolled back."""

import time

from django.db import connection, transaction

from accounts.audit.services import operation
from tests.bench.stage import Stage
from tests.bench.tools import Row

BAR = 1.5
SOME = 50_000
UPDATE = """
UPDATE registry_menage SET score_pmt = least(100, coalesce(score_pmt, 0) * 0.9 + 1), date_pmt = statement_timestamp(),
  updated_at = statement_timestamp()
"""
BARE = "ALTER TABLE registry_menage DISABLE TRIGGER audited_update"


class RolledBack(Exception):
    """Ends a measurement with nothing changed."""


def _seconds(statement: str, *, bare: bool = False, quiet: bool = False) -> tuple[float, int]:
    spent: list[float] = []
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(BARE if bare else "SELECT 1")
            began = time.perf_counter()
            if quiet:
                with operation("banc") as done:
                    cursor.execute(statement)
                    done.count = cursor.rowcount
            else:
                cursor.execute(statement)
            spent += [time.perf_counter() - began, cursor.rowcount]
            raise RolledBack
    except RolledBack:
        with connection.cursor() as cursor:
            # What was rolled back lies in the table: the next measurement must not walk through more of it.
            cursor.execute("VACUUM registry_menage")
    return spent[0], int(spent[1])


def audit(stage: Stage) -> list[Row]:
    some = f"{UPDATE} WHERE id IN (SELECT id FROM registry_menage ORDER BY id LIMIT {SOME})"
    bare, rows = _seconds(UPDATE, bare=True)
    told, _ = _seconds(UPDATE, quiet=True)
    few, _ = _seconds(some, bare=True)
    traced, _ = _seconds(some)
    return [
        Row(
            f"PMT-like update of {rows:,} households, as one audited operation", f"at most {BAR} x the bare UPDATE",
            f"{told:.1f} s; bare {bare:.1f} s; {told / bare:.2f} x", told <= BAR * bare,
        ),
        Row(
            f"the same of {SOME:,}, every row traced", "", f"{traced:.1f} s; bare {few:.1f} s; {traced / few:.2f} x", True
        ),
    ]  # fmt: skip
