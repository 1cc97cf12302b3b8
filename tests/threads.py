"""Many at once, with a connection each."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


def together(count: int, work: Callable[..., Any], numbered: bool = False) -> list[Any]:
    """Run `work` (with its number, when `numbered`) in `count` threads at once; answer what each gave or raised."""
    results: list[Any] = [None] * count
    gate = threading.Barrier(count)

    def one(number: int) -> None:
        connection.ensure_connection()
        gate.wait()
        try:
            results[number] = work(number) if numbered else work()
        except Exception as error:  # noqa: BLE001 - the outcome is what is looked at
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def somebody_waits() -> bool:
    """Whether a connection to this database waits for another's lock."""
    with connection.cursor() as cursor:
        # Who asks inside a transaction would see those that were connected when he asked first.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()"
            " AND cardinality(pg_blocking_pids(pid)) > 0)"
        )
        return cursor.fetchone()[0]


def wait_for_a_wait(seconds: float = 60) -> None:
    """Return as soon as a connection to this database waits for another's lock; fails when none does."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if somebody_waits():
            return
        time.sleep(0.02)
    raise AssertionError("nobody waits")


def run_beside(first: Callable[[], Any], second: Callable[[], Any]) -> list[Exception]:
    """Run `first` in a transaction, and `second` in another one while it is open; return what `second` raised.

    The first one ends as soon as the second waits for it, or has come to its end.
    """
    written, faults = threading.Event(), []

    def run_second() -> None:
        written.wait(60)
        try:
            second()
        except Exception as fault:  # noqa: BLE001 - the outcome is what is looked at
            faults.append(fault)
        finally:
            connection.close()

    thread = threading.Thread(target=run_second)
    thread.start()
    with transaction.atomic():
        first()
        written.set()
        until = time.monotonic() + 60
        while thread.is_alive() and not somebody_waits():
            assert time.monotonic() < until, "the second neither waits nor ends"
            time.sleep(0.01)
    thread.join(60)
    assert not thread.is_alive(), "the second does not end"
    return faults


def wait_for_quiet(seconds: float = 60) -> None:
    """Return once no other connection to this database does anything, twice in a row; fails when that does not come.

    A request that a browser gave up goes on at the server: emptying the tables it reads would be a deadlock.
    """
    until, quiet = time.monotonic() + seconds, 0
    while quiet < 2:
        assert time.monotonic() < until, "somebody is at work still"
        time.sleep(0.02)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state <> 'idle')"
            )
            quiet = 0 if cursor.fetchone()[0] else quiet + 1


@contextmanager
def in_thread(work: Callable[[threading.Event, threading.Event], Any]) -> Iterator[None]:
    """Run `work(ready, over)` in a thread with a connection of its own, from when it is `ready` until the block ends."""
    ready, over = threading.Event(), threading.Event()

    def one() -> None:
        try:
            work(ready, over)
        finally:
            connection.close()

    thread = threading.Thread(target=one)
    thread.start()
    try:
        assert ready.wait(60)
        yield
    finally:
        over.set()
        thread.join(60)
