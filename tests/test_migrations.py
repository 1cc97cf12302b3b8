"""Migrations run while the version before still serves: what fills a summary of rows lets nobody write them meanwhile."""

from importlib import import_module

import pytest
from django.db import connection, transaction

HELD = """
SELECT relation::regclass::text FROM pg_locks
WHERE pid = pg_backend_pid() AND mode = 'ShareRowExclusiveLock' AND granted
"""


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name, tables",
    [
        ("registry.migrations.0025_cells_of_more_zooms", {"registry_menage"}),
        ("transfers.migrations.0009_map_cells", {"registry_menage", "transfers_beneficiaire"}),
        ("analysis.migrations.0004_zones_of_nearest", {"registry_menage"}),
    ],
)
def test_filling_begins_when_nobody_writes(name, tables):
    """A row that is written between the filling and the commit would be missing from the summary for good."""
    first = import_module(name).Migration.operations[0]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(getattr(first, "sql", "SELECT"))
        cursor.execute(HELD)
        assert {row[0] for row in cursor.fetchall()} >= tables
