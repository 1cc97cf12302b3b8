"""Loading many rows at once: what slows each row down is taken away first and put back in the same transaction."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import connection

INDEXES = """
SELECT format('DROP INDEX %%I.%%I', schemaname, indexname), indexdef
FROM pg_indexes
WHERE tablename = ANY(%s) AND schemaname = current_schema()
  AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = format('%%I.%%I', schemaname, indexname)::regclass)
"""
FOREIGN_KEYS = """
SELECT format('ALTER TABLE %%s DROP CONSTRAINT %%I', conrelid::regclass, conname),
       format('ALTER TABLE %%s ADD CONSTRAINT %%I %%s', conrelid::regclass, conname, pg_get_constraintdef(oid))
FROM pg_constraint
WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conrelid::regclass::text = ANY(%s)
"""


@contextmanager
def without_indexes(tables: Sequence[str]) -> Iterator[None]:
    """Drop the secondary indexes and the foreign keys of `tables`; build them again at the end, over all rows at once.

    Only inside a transaction: an error rolls the drop back with everything else, so they cannot get lost. Other
    sessions wait for the tables meanwhile. Rebuilding 1,000,000 households' keys and indexes takes about a third of
    what keeping them row by row does; it also checks every reference.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("without_indexes needs a transaction")
    with connection.cursor() as cursor:
        # A table with checks still to be done at commit cannot be altered: do them now.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        definitions = []
        for query in (INDEXES, FOREIGN_KEYS):
            cursor.execute(query, [list(tables)])
            definitions += cursor.fetchall()
        for drop, _ in definitions:
            cursor.execute(drop)
        yield
        cursor.execute("SET LOCAL maintenance_work_mem = '256MB'")
        for _, create in definitions:
            cursor.execute(create)
