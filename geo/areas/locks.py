"""One writer at a time for units that are told apart by name: two would both find one missing, and create it twice."""

from typing import Final

from django.db import connection

LOCALITIES: Final = "localite"


def alone_with(kind: str) -> None:
    """Until the end of this transaction, nobody else creates units of `kind` (`localite` …) by name."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"geo.imports.{kind}"])
