"""Check the invariants of the database, and what each app promises of its data (the hook `data_checks`)."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts.backup.hooks import data_checks


class CheckResult(NamedTuple):
    """Hold the result of a check: its name and the fault that it found (None: it holds)."""

    name: str
    fault: str | None


def run_checks(besides: Collection[str] = ()) -> Iterator[CheckResult]:
    """Run every check except those in `besides`, one after the other."""
    for name, check in {
        "migrations": _check_migrations,
        "constraints": _check_constraints,
        "indexes": _check_indexes,
        **data_checks,
    }.items():
        if name not in besides:
            yield CheckResult(name, check())


def _check_migrations() -> str | None:
    """Check that the schema is the one of this code."""
    executor = MigrationExecutor(connection)
    missing = [str(migration) for migration, _back in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    known = set(executor.loader.disk_migrations or ())
    foreign = [".".join(key) for key in executor.loader.applied_migrations if key not in known]
    if foreign:
        return f"made by a newer version of this software: {', '.join(sorted(foreign)[:3])}"
    return f"run `manage.py migrate`: {', '.join(missing[:3])}" if missing else None


def _check_constraints() -> str | None:
    return _describe_rows(
        "SELECT conrelid::regclass || '.' || conname FROM pg_constraint WHERE NOT convalidated", "not valid"
    )


def _check_indexes() -> str | None:
    return _describe_rows("SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid", "not usable")


def _describe_rows(statement: str, word: str) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute(f"{statement} ORDER BY 1 LIMIT 3")
        found = [row[0] for row in cursor.fetchall()]
    return f"{word}: {', '.join(found)}" if found else None
