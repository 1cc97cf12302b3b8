"""Limit requests and sign-ins per minute: RATE_LIMITED with the seconds to wait in Retry-After.

A row updated by every request would be rewritten hundreds of times a second, and its dead versions could not be
vacuumed during a long transaction. So each process counts requests in memory (`REQUEST_COUNTER`), and the query that
looks up a token writes the pending counts as well (`WRITE_COUNTS`): once a second, or sooner when one subject has many.
The limit can be exceeded by at most that many requests per process.
"""

import ipaddress
import time
from threading import Lock
from typing import Final

from django.conf import settings

from config.errors.problems import Problem
from config.sql import Queries

SQL = Queries(__file__, "throttle.sql")
# The statement that writes counts; its parameters are a list of subjects and a list of their counts.
WRITE_COUNTS: Final = SQL["write_counts"]
WRITE_SECONDS: Final = 1.0


class RequestCounter:
    """Hold counts by subject that are not in the database yet. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: dict[str, int] = {}
        self._since = time.monotonic()

    def count_request(self, subject: str) -> int:
        """Count one request and return the number of unwritten requests of the subject, including this one."""
        with self._lock:
            self._counts[subject] = self._counts.get(subject, 0) + 1
            return self._counts[subject]

    def take_due_counts(self, limit: int) -> dict[str, int]:
        """Remove and return the counts if they are due, else return {}. The caller must write them to the database.

        They are due after WRITE_SECONDS, or when one subject has reached `limit`.
        """
        with self._lock:
            is_late = time.monotonic() - self._since >= WRITE_SECONDS
            if not self._counts or not (is_late or max(self._counts.values()) >= limit):
                return {}
            counts, self._counts, self._since = self._counts, {}, time.monotonic()
            return counts


REQUEST_COUNTER: Final = RequestCounter()


def build_rate_limit_problem() -> Problem:
    """Return RATE_LIMITED, with Retry-After until the end of the minute."""
    return Problem("RATE_LIMITED", retry_after=60 - int(time.time()) % 60)


def find_network(address: str) -> str:
    """Return what an address is counted as: itself (IPv4), or its /64 network (IPv6), which one customer controls."""
    parsed = ipaddress.ip_address(address)
    return str(parsed) if parsed.version == 4 else str(ipaddress.ip_network((parsed, 64), strict=False))


def count_sign_in(address: str) -> None:
    """Count a sign-in (or a password reset request) from an address. Raises RATE_LIMITED."""
    seen = SQL.fetch_value("count_request", {"subject": f"a:{find_network(address)}"})
    if seen > settings.SIGN_INS_PER_MINUTE:
        raise build_rate_limit_problem()


def count_public_request(address: str) -> None:
    """Count a request of somebody without an account, from an address. Raises RATE_LIMITED."""
    seen = SQL.fetch_value("count_request", {"subject": f"p:{find_network(address)}"})
    if seen > settings.PUBLIC_REQUESTS_PER_MINUTE:
        raise build_rate_limit_problem()


def delete_old_counts() -> int:
    """Delete counts older than ten minutes. Return the number of rows deleted."""
    return SQL.execute("delete_old_counts")
