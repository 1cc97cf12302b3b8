"""Write many facilities at once, and notify upper apps at the end.

Updating what an upper app derives per household (the nearest services) is too slow facility by facility. Inside
`bulk_load_facilities` its triggers see the setting `tabanca.bulk` on and do nothing; at the end, in the same transaction, its
callback updates the whole table.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection, transaction

# Receives the name of the facility table that was written.
Callback = Callable[[str], None]
_callbacks: list[Callback] = []


def on_facilities_loaded(callback: Callback) -> None:
    """Register a callback to run after a bulk load of facilities (from an upper app's `hooks.py`)."""
    _callbacks.append(callback)


@contextmanager
def bulk_load_facilities(*tables: str) -> Iterator[None]:
    """Open a transaction for writing many rows of these facility tables (`geo_ecole` ...), then run the callbacks."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL tabanca.bulk = 'on'")
        yield
        cursor.execute("SET LOCAL tabanca.bulk = 'off'")
        for table in tables:
            for callback in _callbacks:
                callback(table)
