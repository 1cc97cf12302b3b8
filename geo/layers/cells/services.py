"""Compact the sums by map cell, and other sums that are appended."""

from collections.abc import Sequence

from django.db import connection, models

from config.sql import Queries

SQL = Queries(__file__, "cells.sql")


def fold_sums(model: type[models.Model], sums: Sequence[str]) -> int:
    """Add up the rows of `model` that are equal in all columns but `sums`; return the number of rows written.

    Readers see the same totals before, during and after, even if others append rows meanwhile. Never run two calls for
    the same table at the same time.
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
        count: int = cursor.rowcount
        return count
