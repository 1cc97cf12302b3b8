"""Writing many households at once, and telling upper apps when it is done.

What an upper app keeps per household (the nearest services) costs too much row by row. Inside `bulk_load` its
triggers find the setting `tabanca.bulk` on and leave the work; at the end, in the same transaction, its callback
does it for all touched households in one statement.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from registry.households.models import Household

# Takes the name of a temporary table of the households that were written or moved: `id`, and `place` for those that the
# load itself has inserted.
Callback = Callable[[str], None]
TOUCHED = "bulk_touched"
HELD: Final = "SELECT id FROM bulk_held"
_HOLD: Final = """
CREATE TEMP TABLE bulk_held ON COMMIT DROP AS
SELECT id FROM registry_menage WHERE id IN ({wanted}) ORDER BY id FOR NO KEY UPDATE
"""
_callbacks: list[Callback] = []


def on_bulk_loaded(callback: Callback) -> None:
    """Declare what is to be done after a bulk load (from an upper app's `hooks.py`)."""
    _callbacks.append(callback)


def tune() -> None:
    """For this transaction: what a statement over many households is planned and sorted with (what `ANALYZE` samples of
    a temporary table, too)."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SET LOCAL work_mem = '256MB'; SET LOCAL random_page_cost = 1.1; SET LOCAL jit = off;"
            " SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL default_statistics_target = 20"
        )


@contextmanager
def bulk_load() -> Iterator[str]:
    """A transaction for a bulk load. Yields the table into which the block puts the ids it has written or moved:
    `INSERT INTO bulk_touched SELECT …`. With the position as `place` of a household that it inserted itself, nobody
    has to look that up, or whether something of it is kept already. Deleted households need not be told.
    """
    # No savepoint of its own: what was written under one is not recognised as this transaction's (decision 0013).
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS pg_temp.{TOUCHED}")
        cursor.execute(f"CREATE TEMP TABLE {TOUCHED} (id uuid NOT NULL, place geometry) ON COMMIT DROP")
        cursor.execute("SET LOCAL tabanca.bulk = 'on'")
        yield TOUCHED
        cursor.execute(f"ANALYZE {TOUCHED}")
        for callback in _callbacks:
            callback(TOUCHED)
        cursor.execute("SET LOCAL tabanca.bulk = 'off'")
        cursor.execute(f"DROP TABLE {TOUCHED}")


def hold(wanted: str, params: dict[str, Any]) -> QuerySet[Household]:
    """Lock the households of a SELECT of ids in the order of their ids, as all do who lock more than one: an UPDATE
    locks in whatever order it meets its rows, and waits in a circle with a mass operation on some of them.

    Answers those that are held, until this transaction holds others. What is written next is calculated anew among
    them: who held one until now may have changed it.
    """
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.bulk_held")
        cursor.execute(_HOLD.format(wanted=wanted), params)
        cursor.execute("ANALYZE bulk_held")
    return Household.objects.filter(id__in=RawSQL(HELD, ()))  # noqa: S611 - a constant
