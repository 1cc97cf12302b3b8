"""Restore the operators that a migration adds: they are gone after a test that empties the tables."""

from importlib import import_module

from transfers.operators.models import Operator

MIGRATION = import_module("transfers.migrations.0007_operators")


def restore_operators() -> None:
    if not Operator.objects.exists():
        MIGRATION.SQL.execute("insert_operators")
