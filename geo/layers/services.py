"""Upkeep of the layers' versions and of the sums by map cell."""

from collections.abc import Sequence

from django.db import connection, models

from config.sql import Queries

SQL = Queries(__file__, "layers.sql")


def fold_changes() -> int:
    """Fold the changes of each layer into one row; no version moves. Answers the number of layers folded."""
    return SQL.run("fold_changes")


def fold_sums(model: type[models.Model], sums: Sequence[str]) -> int:
    """Add up the appended rows of `model` that agree in all columns but `sums`; return the number of rows written.

    Totals are the same before, during and after, whatever others append meanwhile. One call at a time for each table.
    """
    columns = [str(field.column) for field in model._meta.local_concrete_fields if not field.primary_key]
    statement = SQL["fold_sums"].format(
        table=model._meta.db_table,
        keys=", ".join(name for name in columns if name not in sums),
        columns=", ".join(sums),
        sums=", ".join(f"sum({name})" for name in sums),
        zeros=", ".join("0" for _ in sums),
    )
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.rowcount
