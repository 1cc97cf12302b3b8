"""Undo each example of a property test on the real database."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from config.postgis.base import get_connection


@contextmanager
def roll_back() -> Iterator[None]:
    """Run a block whose writes are undone. As in Django's own tests, a durable transaction may begin within it."""
    example = transaction.atomic()
    example._from_testcase = True
    with example:
        yield
        transaction.set_rollback(True)
    get_connection().forget_locks()
