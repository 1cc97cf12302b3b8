"""Rows that statements delete in masses are looked for by an index in each table that refers to them."""

import re
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("accounts", "geo", "registry", "transfers", "analysis")
DELETED = re.compile(r"\bDELETE FROM\s+([a-z_]+)")
# The check of a key looks for rows that refer to one row: an index serves it that begins with the column and holds every row
# in which it is set.
UNINDEXED = """
SELECT format('%%s.%%s', k.conrelid::regclass, a.attname)
FROM pg_constraint AS k JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
WHERE k.contype = 'f' AND k.confrelid::regclass::text = ANY (%s) AND NOT EXISTS (
  SELECT FROM pg_index AS i WHERE i.indrelid = k.conrelid AND i.indkey[0] = a.attnum AND i.indisvalid
    AND coalesce(pg_get_expr(i.indpred, i.indrelid), '') IN ('', format('(%%I IS NOT NULL)', a.attname)))
"""


@pytest.mark.django_db
def test_each_deleted_row_is_looked_for_by_an_index():
    texts = [
        path.read_text() for name in PACKAGES for path in (ROOT / name).rglob("*.sql") if "migrations" not in path.parts
    ]
    # Those of the library of jobs are not ours to index.
    tables = sorted(
        {table for text in texts for table in DELETED.findall(text) if not table.startswith("procrastinate")}
    )
    assert "transfers_paiement" in tables
    with connection.cursor() as cursor:
        cursor.execute(UNINDEXED, [tables])
        assert [row[0] for row in cursor.fetchall()] == []
