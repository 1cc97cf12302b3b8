"""Count requests in this process and write the counts to the database now and then.

A row updated by every request would be rewritten hundreds of times a second, and its dead versions could not be
vacuumed during a long transaction. So each process counts in memory, and the query that looks up a token writes the
pending counts as well: once a second, or sooner when one subject has many. The limit can be exceeded by at most that
many requests per process.
"""

import time
from threading import Lock

SECONDS = 1.0


class RequestCounter:
    """Hold counts by subject that are not in the database yet. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: dict[str, int] = {}
        self._since = time.monotonic()

    def add(self, subject: str) -> int:
        """Count one request and return the number of unwritten requests of the subject, including this one."""
        with self._lock:
            self._counts[subject] = self._counts.get(subject, 0) + 1
            return self._counts[subject]

    def due(self, most: int) -> dict[str, int]:
        """Remove and return the counts if they are due, else return {}. The caller must write them to the database.

        They are due after SECONDS, or when one subject has reached `most`.
        """
        with self._lock:
            late = time.monotonic() - self._since >= SECONDS
            if not self._counts or not (late or max(self._counts.values()) >= most):
                return {}
            taken, self._counts, self._since = self._counts, {}, time.monotonic()
            return taken


TALLY = RequestCounter()
