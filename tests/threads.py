"""Many at once, with a connection each."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection


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
