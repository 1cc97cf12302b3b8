"""Write many households in one transaction and call the callbacks of upper apps at the end.

Updating what an upper app derives from each household (the nearest services) row by row is too slow. Inside
`open_bulk_load` the app's triggers see the setting `tabanca.bulk` and do nothing; at the end of the same transaction its
callback does the work for all touched households in one statement.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection, transaction

from registry.households.bulk.hooks import bulk_load_callbacks

TOUCHED_TABLE: Final = "bulk_touched"


def tune_transaction() -> None:
    """Set the planner and memory settings of this transaction for statements over many households.

    They include the statistics target with which `ANALYZE` samples a temporary table.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SET LOCAL work_mem = '256MB'; SET LOCAL random_page_cost = 1.1; SET LOCAL jit = off;"
            " SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL default_statistics_target = 20"
        )


def tune_reading() -> None:
    """Set the planner and memory settings of this transaction for reading many households while somebody waits.

    As `tune_transaction`, but with parallel workers, which a statement that writes cannot have: of two processors both
    read. Their rows are passed on at less than the planner's usual price, which is that of another machine.
    """
    tune_transaction()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL max_parallel_workers_per_gather = 2; SET LOCAL parallel_tuple_cost = 0.01")


@contextmanager
def open_bulk_load() -> Iterator[str]:
    """Open a transaction for a bulk load, and run the registered callbacks at its end.

    Yield the name of the temporary table into which the block inserts the ids that it has written or moved:
    `INSERT INTO bulk_touched SELECT …`. For a household that the block has inserted itself, also set `place` to its
    position: the callbacks then look up neither the position nor existing derived rows. Omit deleted households.
    """
    # No savepoint: rows written under one are not recognised as this transaction's own (decision 0013).
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS pg_temp.{TOUCHED_TABLE}")
        cursor.execute(f"CREATE TEMP TABLE {TOUCHED_TABLE} (id uuid NOT NULL, place geometry) ON COMMIT DROP")
        cursor.execute("SET LOCAL tabanca.bulk = 'on'")
        yield TOUCHED_TABLE
        cursor.execute(f"ANALYZE {TOUCHED_TABLE}")
        for callback in bulk_load_callbacks.values():
            callback(TOUCHED_TABLE)
        cursor.execute("SET LOCAL tabanca.bulk = 'off'")
        cursor.execute(f"DROP TABLE {TOUCHED_TABLE}")
