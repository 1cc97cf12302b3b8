"""Many operations in one test, each from the same world: what one of them changes, the next does not see.

A test for each costs a world, a user and a transaction more; there are some five hundred, for each of ten tests.
"""

import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest
from django.core.cache import cache
from django.db import transaction

Case = TypeVar("Case")
# A long walk has parts, which processes share: each a slice of its cases.
PARTS = pytest.mark.parametrize("part", [slice(number, None, 6) for number in range(6)], ids=range(6))


@contextmanager
def undone() -> Iterator[None]:
    """A savepoint that ends as if nothing had been done; requests inside see the transactions that they would see."""
    block = transaction.atomic()
    block._from_testcase = True
    with block:
        yield
        transaction.set_rollback(True)


def walk(cases: Sequence[Case], check: Callable[[Case], None]) -> None:
    """Call `check` with each case, undo what it did, and fail with everything that was wrong."""
    wrong = []
    for case in cases:
        cache.clear()  # the ids are the same for every case
        try:
            with undone():
                check(case)
        except Exception as error:  # noqa: BLE001 - told below, with that of the others
            wrong.append(f"{case}: {describe(error)}")
    assert not wrong, f"{len(wrong)} of {len(cases)}\n" + "\n\n".join(wrong)


def describe(error: Exception) -> Any:
    """The error and the line of the test that met it."""
    return "".join(traceback.format_exception(error)[-6:])
