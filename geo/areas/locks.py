"""One writer at a time: of units that are told apart by name, which two would both find missing, and create twice; and of
the boundaries of a level, which share their borders."""

from typing import Final

from django.db import connection

LOCALITIES: Final = "localite"


def alone_with(kind: str) -> None:
    """Until the end of this transaction, nobody else creates units of `kind` (`localite` …) by name."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"geo.imports.{kind}"])


def lock_boundaries(table: str) -> None:
    """Until the end of this transaction, nobody else writes boundaries of the level in `table`.

    To be called before a row of the level is locked. A statement that sets boundaries asks for it by itself.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT geo_lock_boundaries(%s::regclass)", [table])
