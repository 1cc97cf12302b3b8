"""What every test would do again, and one process needs to do only once."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from whitenoise.middleware import WhiteNoiseMiddleware

from accounts.jobs import jobs
from config.postgis.base import get_connection


def _remembered(read: Callable[..., None]) -> Callable[..., None]:
    """`read`, which fills `self.files`, looking at the disk for the first caller only."""
    known: dict[Any, dict[str, Any]] = {}

    def reading(self: WhiteNoiseMiddleware, *where: str) -> None:
        if where not in known:
            before = set(self.files)
            read(self, *where)
            known[where] = {url: file for url, file in self.files.items() if url not in before}
        self.files.update(known[where])

    return reading


@pytest.fixture(scope="session", autouse=True)
def static_files_once() -> Iterator[None]:
    """A server looks up its static files when it starts; every client of a test starts one: a third of a test's time."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("update_files_dictionary", "add_files_from_finders"):
            patch.setattr(WhiteNoiseMiddleware, name, _remembered(getattr(WhiteNoiseMiddleware, name)))
        yield


@pytest.fixture(scope="session", autouse=True)
def console_of_modules() -> Iterator[None]:
    """The page's own tests look into the console's modules; in the browser it is the bundle (`tests.analysis.console.conftest`)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "CONSOLE_PACKED", False)
        yield


def _beating_outside(heartbeat: Callable[..., AbstractContextManager[None]]) -> Callable[..., Any]:
    """`heartbeat`, left out where the job's row is not committed."""

    def beating(*run: Any) -> AbstractContextManager[None]:
        return nullcontext() if connection.in_atomic_block else heartbeat(*run)

    return beating


@pytest.fixture(scope="session", autouse=True)
def no_heartbeat_in_a_transaction() -> Iterator[None]:
    """A heartbeat has a connection of its own, which does not see what a test will roll back: a job that takes longer
    than a beat, as on a loaded machine, would be taken for lost."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "keep_lease", _beating_outside(jobs.keep_lease))
        yield


@pytest.fixture(scope="session", autouse=True)
def locks_end_with_the_transaction_of_a_request() -> Iterator[None]:
    """Requests in one test share the test's transaction, which keeps their locks: each begins as if it had none."""
    leave = transaction.Atomic.__exit__

    def leaving(self: transaction.Atomic, *raised: Any) -> None:
        leave(self, *raised)
        inner = get_connection()
        if all(block._from_testcase for block in inner.atomic_blocks):
            inner.forget_locks()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transaction.Atomic, "__exit__", leaving)
        yield


@pytest.fixture(scope="module")
def kept_db(django_db_setup: None, django_db_blocker: Any) -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """A transaction around the tests of a module: what its fixtures write in it, every test finds as it was.

    The tests' own transactions become savepoints of this one; `now()` of the database is its beginning. It is not for
    modules whose tests have threads or a server. A fixture writes `with kept_db():`.
    """
    kept = transaction.atomic()
    kept._from_testcase = True
    with django_db_blocker.unblock():
        kept.__enter__()
    yield django_db_blocker.unblock
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        kept.__exit__(None, None, None)
