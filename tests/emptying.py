"""Emptying the tables after a test that commits.

TRUNCATE makes a new file for each of some four hundred tables and indexes: half a second and more, hundreds of times a
run. Few rows are deleted in a hundredth of that. Django also writes a row for each of its models and permissions anew
after each emptying, and connects anew: those rows stay, and the connection is only reset.
"""

from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection
from django.test import TransactionTestCase
from psycopg.pq import TransactionStatus

from analysis.vbg.cases.models import Case, CubeCell, RubriqueCell, ServiceCell
from config.devtools.cluster import CASE_ROLE
from config.postgis.base import get_connection

# A table of more bytes than this is truncated, as all are then: rows that are deleted leave it as large as it was.
SMALL = 512 * 1024
# What migrations alone write, and no test changes.
KEPT = {ContentType._meta.db_table, Permission._meta.db_table}
# Their rows are there for one role only, whoever owns the tables.
GUARDED = [model._meta.db_table for model in (Case, CubeCell, RubriqueCell, ServiceCell)]
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


@cache
def list_tables() -> list[str]:
    """The tables of the search path that tests fill: no test makes one."""
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return [name for name in names if name not in KEPT]


def list_tables_of_schemas() -> list[str]:
    """The tables outside the search path, quoted as their models name them: Django lists only those inside it."""
    return [model._meta.db_table for model in apps.get_models() if model._meta.db_table.startswith('"')]


def _delete(tables: Sequence[str]) -> list[str]:
    """Statements for one transaction: whoever still writes is waited for, and no trigger or foreign key is asked."""
    names = [connection.ops.quote_name(table) for table in tables]
    return [
        # Not within what a request or a job of the test was given, which the connection may have still.
        "SET LOCAL lock_timeout = '60s'",
        "SET LOCAL statement_timeout = '120s'",
        f"LOCK TABLE {', '.join(names)}",
        "SET LOCAL session_replication_role = replica",
        *(f"DELETE FROM {name}" for name in names if name not in GUARDED),
        f"SET LOCAL ROLE {CASE_ROLE}",
        *(f"DELETE FROM {name}" for name in GUARDED),
        "RESET ROLE",
    ]


@cache
def may_skip_triggers() -> bool:
    """Whether the role of the tests may switch triggers off for a transaction."""
    with connection.cursor() as cursor:
        cursor.execute(MAY_SKIP_TRIGGERS[connection.pg_version >= 150000])
        return bool(cursor.fetchone()[0])


def list_keepers(every: bool) -> list[tuple[str, str]]:
    """The tables and names of the triggers that fire for every role, when there is something that they keep."""
    with connection.cursor() as cursor:
        cursor.execute(KEEPERS, [every])
        return list(cursor.fetchall())


def switch_off(keepers: Sequence[tuple[str, str]]) -> list[str]:
    return [f"ALTER TABLE {table} DISABLE TRIGGER {trigger}" for table, trigger in keepers]


def switch_on(keepers: Sequence[tuple[str, str]]) -> list[str]:
    return [f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {trigger}" for table, trigger in keepers]


def empty_tables() -> None:
    """Delete what a test has committed: few rows by DELETE, when the role of the tests may."""
    tables = list_tables()
    with connection.cursor() as cursor:
        cursor.execute(LARGEST, [tables])
        small = cursor.fetchone()[0] < SMALL and may_skip_triggers()
    keepers = list_keepers(every=not small)
    tables = [*tables, *list_tables_of_schemas()]
    statements = _delete(tables) if small else connection.ops.sql_flush(no_style(), tables)
    connection.ops.execute_sql_flush(["; ".join([*switch_off(keepers), *statements, *switch_on(keepers)])])


def renew_connection() -> None:
    """Leave the next test a connection as if new: the settings, locks and temporary tables of this one are gone.

    A server process that knows the tables already serves a test in half the time of a new one.
    """
    raw = connection.connection
    if raw is None or raw.closed or raw.info.transaction_status != TransactionStatus.IDLE:
        connection.close()
        return
    raw.execute("DISCARD ALL")
    raw._prepared.clear()  # psycopg sees only the first DISCARD ALL of a connection
    connection.init_connection_state()
    get_connection().forget_locks()
    raw.limits = None


@pytest.fixture(scope="session")
def few_rows_deleted() -> Iterator[None]:
    """For this process: this is how tables are emptied."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: empty_tables())
        patch.setattr(TransactionTestCase, "_should_reload_connections", lambda _case: renew_connection())
        yield
