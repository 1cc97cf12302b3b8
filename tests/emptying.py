"""Emptying the tables after a test that commits.

TRUNCATE makes a new file for each of some four hundred tables and indexes: half a second and more, hundreds of times a
run. Few rows are deleted in a hundredth of that.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from analysis.vbg.cases.models import Case, CubeCell, ServiceCell
from config.devtools.cluster import CASE_ROLE

# A table of more bytes than this is truncated, as all are then: rows that are deleted leave it as large as it was.
SMALL = 512 * 1024
# Triggers that fire for every role keep what was paid and approved: they are switched off while such tables are emptied.
KEEPERS = """
SELECT DISTINCT tgrelid::regclass::text, tgname FROM pg_trigger
WHERE tgenabled = 'A' AND (
  %s OR EXISTS (SELECT FROM transfers_compte) OR EXISTS (SELECT FROM transfers_approbation)
)
"""
# PostgreSQL 14 knows no right to set a parameter: only a superuser sets this one.
MAY_SKIP_TRIGGERS = {
    False: "SELECT current_setting('is_superuser') = 'on'",
    True: "SELECT has_parameter_privilege('session_replication_role', 'SET')",
}
LARGEST = "SELECT max(pg_relation_size(quote_ident(name)::regclass)) FROM unnest(%s::text[]) AS name"


def _delete(tables: Sequence[str]) -> list[str]:
    """Statements for one transaction: whoever still writes is waited for, and no trigger or foreign key is asked."""
    names = [connection.ops.quote_name(table) for table in tables]
    guarded = [model._meta.db_table for model in (Case, CubeCell, ServiceCell)]
    return [
        f"LOCK TABLE {', '.join(names)}",
        "SET LOCAL session_replication_role = replica",
        *(f"DELETE FROM {name}" for name in names if name not in guarded),
        # Their rows are there for one role only, whoever owns the tables.
        f"SET LOCAL ROLE {CASE_ROLE}",
        *(f"DELETE FROM {name}" for name in guarded),
        "RESET ROLE",
    ]


def list_tables_of_schemas() -> list[str]:
    """The tables outside the search path, quoted as their models name them: Django lists only those inside it."""
    return [model._meta.db_table for model in apps.get_models() if model._meta.db_table.startswith('"')]


def may_skip_triggers() -> bool:
    """Whether the role of the tests may switch triggers off for a transaction."""
    with connection.cursor() as cursor:
        cursor.execute(MAY_SKIP_TRIGGERS[connection.pg_version >= 150000])
        return bool(cursor.fetchone()[0])


@pytest.fixture(scope="session")
def few_rows_deleted() -> Iterator[None]:
    """For this process: tables of few rows are emptied by DELETE, when the role of the tests may."""
    operations = type(connection.ops)
    truncated = operations.sql_flush

    def emptied(self: Any, style: Any, tables: Sequence[str], **how: bool) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute(LARGEST, [list(tables)])
            small = cursor.fetchone()[0] < SMALL and may_skip_triggers()
            cursor.execute(KEEPERS, [not small])
            keepers = cursor.fetchall()
        tables = [*tables, *list_tables_of_schemas()]
        emptying = _delete(tables) if small else truncated(self, style, tables, **how)
        return [
            *(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}" for table, trigger in keepers),
            *emptying,
            *(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {trigger}" for table, trigger in keepers),
        ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", emptied)
        yield
