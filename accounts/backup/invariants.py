"""Check the invariants of the database; each app registers its own checks from its `hooks.py`."""

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

# A check returns the fault as a sentence, or None when it holds.
Check = Callable[[], str | None]
_checks: dict[str, Check] = {}


class Finding(NamedTuple):
    """Hold the result of a check: its name and the fault that it found (None: it holds)."""

    name: str
    fault: str | None


def register_check(name: str, check: Check) -> None:
    """Register an invariant, under the name shown to the operator."""
    _checks[name] = check


def findings(besides: Collection[str] = ()) -> Iterator[Finding]:
    """Run every check except those in `besides`, one after the other."""
    for name, check in {"migrations": _migrations, "constraints": _constraints, "indexes": _indexes, **_checks}.items():
        if name not in besides:
            yield Finding(name, check())


def _migrations() -> str | None:
    """Check that the schema is the one of this code."""
    executor = MigrationExecutor(connection)
    missing = [str(migration) for migration, _back in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    known = set(executor.loader.disk_migrations or ())
    foreign = [".".join(key) for key in executor.loader.applied_migrations if key not in known]
    if foreign:
        return f"made by a newer version of this software: {', '.join(sorted(foreign)[:3])}"
    return f"run `manage.py migrate`: {', '.join(missing[:3])}" if missing else None


def _constraints() -> str | None:
    return _any("SELECT conrelid::regclass || '.' || conname FROM pg_constraint WHERE NOT convalidated", "not valid")


def _indexes() -> str | None:
    return _any("SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid", "not usable")


def _any(statement: str, word: str) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute(f"{statement} ORDER BY 1 LIMIT 3")
        found = [row[0] for row in cursor.fetchall()]
    return f"{word}: {', '.join(found)}" if found else None
