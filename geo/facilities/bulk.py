"""Writing many places at once, and telling upper apps when it is done.

What an upper app keeps per household (the nearest services) costs too much place by place. Inside `bulk_load` its
triggers find the setting `tabanca.bulk` on and leave the work; at the end, in the same transaction, its callback
does it for the whole table.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection, transaction

# Takes the name of the table of places that was written.
Callback = Callable[[str], None]
_callbacks: list[Callback] = []


def on_places_loaded(callback: Callback) -> None:
    """Declare what is to be done after a bulk load of places (from an upper app's `hooks.py`)."""
    _callbacks.append(callback)


@contextmanager
def bulk_load(*tables: str) -> Iterator[None]:
    """A transaction that writes many rows of these tables of places (`geo_ecole` …)."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL tabanca.bulk = 'on'")
        yield
        cursor.execute("SET LOCAL tabanca.bulk = 'off'")
        for table in tables:
            for callback in _callbacks:
                callback(table)
