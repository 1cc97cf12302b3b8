"""Write many households in one transaction and call the callbacks of upper apps at the end.

Updating what an upper app derives from each household (the nearest services) row by row is too slow. Inside
`open_bulk_load` the app's triggers see the setting `tabanca.bulk` and do nothing; at the end of the same transaction its
callback does the work for all touched households in one statement.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from registry.households.models import Household

# Takes the name of a temporary table with the households that were written or moved. Columns: `id`, and `place`, which
# is set only for those that the load itself has inserted.
Callback = Callable[[str], None]
TOUCHED = "bulk_touched"
HELD: Final = "SELECT id FROM bulk_held"
_HOLD: Final = """
CREATE TEMP TABLE bulk_held ON COMMIT DROP AS
SELECT id FROM registry_menage WHERE id IN ({wanted}) ORDER BY id FOR NO KEY UPDATE
"""
_callbacks: list[Callback] = []


def register_bulk_callback(callback: Callback) -> None:
    """Register a callback to run at the end of every bulk load (from an upper app's `hooks.py`)."""
    _callbacks.append(callback)


def tune_transaction() -> None:
    """Set the planner and memory settings of this transaction for statements over many households.

    They include the statistics target with which `ANALYZE` samples a temporary table.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SET LOCAL work_mem = '256MB'; SET LOCAL random_page_cost = 1.1; SET LOCAL jit = off;"
            " SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL default_statistics_target = 20"
        )


@contextmanager
def open_bulk_load() -> Iterator[str]:
    """Open a transaction for a bulk load, and run the registered callbacks at its end.

    Yields the name of the temporary table into which the block inserts the ids that it has written or moved:
    `INSERT INTO bulk_touched SELECT …`. For a household that the block has inserted itself, also set `place` to its
    position: the callbacks then look up neither the position nor existing derived rows. Omit deleted households.
    """
    # No savepoint: rows written under one are not recognised as this transaction's own (decision 0013).
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


def lock_selected_households(wanted: str, params: dict[str, Any]) -> QuerySet[Household]:
    """Lock the households whose ids the SELECT `wanted` returns, and return them as a queryset.

    Rows are locked FOR NO KEY UPDATE in the order of their ids, as everywhere that more than one household is locked:
    an UPDATE alone locks rows in the order in which it finds them, and can deadlock with a mass operation.

    The queryset is valid until the next call in this transaction, which replaces its temporary table. Compute
    what to write again from the locked rows: the previous holder of a lock may have changed them.
    """
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.bulk_held")
        cursor.execute(_HOLD.format(wanted=wanted), params)
        cursor.execute("ANALYZE bulk_held")
    return Household.objects.filter(id__in=RawSQL(HELD, ()))  # noqa: S611 - a constant
