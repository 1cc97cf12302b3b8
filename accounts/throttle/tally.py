"""Requests counted in this process and written to the database now and then.

A row that every request updated would be rewritten hundreds of times a second, and could not be cleaned while a long
transaction runs. So each process counts by itself, and the statement that looks a token up carries along what is due:
once a second, or sooner when much has come together. The limit is then exceeded by at most that much a process.
"""

import time
from threading import Lock

SECONDS = 1.0


class Tally:
    """Counts by subject that the database does not have yet."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: dict[str, int] = {}
        self._since = time.monotonic()

    def add(self, subject: str) -> int:
        """Count one request; answers how many of the subject are not written yet, this one among them."""
        with self._lock:
            self._counts[subject] = self._counts.get(subject, 0) + 1
            return self._counts[subject]

    def due(self, most: int) -> dict[str, int]:
        """What is to be written now (nothing, mostly): then it is the caller's to write."""
        with self._lock:
            late = time.monotonic() - self._since >= SECONDS
            if not self._counts or not (late or max(self._counts.values()) >= most):
                return {}
            taken, self._counts, self._since = self._counts, {}, time.monotonic()
            return taken


TALLY = Tally()
