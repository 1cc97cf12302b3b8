"""Limits on how long the database may work for a request, wait for a lock, or keep a transaction open.

A view declares its kind of work in `allowance`; reading is the default of GET and HEAD, writing that of every other
method. The time is a budget for all statements of a request together. PostgreSQL enforces it (`statement_timeout`), so
a refused request stops costing anything.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from psycopg.pq import TransactionStatus

from config.api.problems import Problem

READ, WRITE, ANALYSIS, EXPORT = "read", "write", "analysis", "export"
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
# The server is told of time used up in steps of this length: a request of quick statements tells it nothing.
STEP_SECONDS: Final = 0.2
# How long the write that takes the last thread of a process waits for a lock.
CROWDED_SECONDS: Final = 0.3
SET_LIMITS: Final = """
SELECT set_config('statement_timeout', %s, false), set_config('lock_timeout', %s, false),
       set_config('idle_in_transaction_session_timeout', %s, false)
"""


class Limits(NamedTuple):
    """The three time-outs of a connection, in milliseconds; 0 is none."""

    statement: int = 0
    lock: int = 0
    idle: int = 0


def request_limits(seconds: float, patience: float) -> Limits:
    """Return the limits of a request that may use so many seconds, of which it may wait `patience` for a lock.

    A wait for a lock ends before the statement does, so that the answer can say what it was.
    """
    lock = min(patience, seconds * 0.8)
    return Limits(int(seconds * 1000), int(lock * 1000), settings.IDLE_TRANSACTION_SECONDS * 1000)


def job_limits() -> Limits:
    """Return the limits of a background job."""
    seconds = settings.JOB_STATEMENT_SECONDS * 1000
    return Limits(seconds, settings.JOB_LOCK_SECONDS * 1000, seconds)


def set_limits(limits: Limits) -> bool:
    """Set the limits of the open connection; return whether they last beyond the current transaction."""
    raw = connection.connection
    status = raw.info.transaction_status
    if status not in (TransactionStatus.IDLE, TransactionStatus.INTRANS):
        return False
    # Not through Django's cursor: this runs inside the wrapper around it.
    with connection.wrap_database_errors:
        raw.execute(SET_LIMITS, [str(limit) for limit in limits])
    return status == TransactionStatus.IDLE


class Budget:
    """An execute wrapper that gives the statements of one request a time in all."""

    def __init__(self, kind: str) -> None:
        self.seconds = allowed_seconds(kind)
        self.patience = float(settings.LOCK_SECONDS)
        self.spent = 0.0
        self.told: tuple[Any, float, float] | None = None

    def change_kind(self, kind: str) -> None:
        """Allow what another kind of work is allowed."""
        self.seconds = allowed_seconds(kind)

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
        self._tell_server()
        began = time.monotonic()
        try:
            return execute(sql, params, many, context)
        finally:
            self.spent += time.monotonic() - began

    def _tell_server(self) -> None:
        """Set the connection's limits to what is left, unless they are about that already. Raises QUERY_TOO_LONG."""
        left = self.seconds - self.spent
        if left <= 0:
            raise too_long()
        raw = connection.connection
        if self.told and self.told[:2] == (raw, self.seconds) and self.told[2] - left < STEP_SECONDS:
            return
        limits = request_limits(left, self.patience)
        if getattr(raw, "limits", None) != limits:
            raw.limits = limits if set_limits(limits) else None
        self.told = (raw, self.seconds, left)


def allowed_seconds(kind: str) -> float:
    """Return the seconds that a kind of work is allowed."""
    return float(settings.REQUEST_SECONDS[kind])


def too_long() -> Problem:
    """Refuse a request whose statements take longer than its kind is allowed."""
    return Problem("QUERY_TOO_LONG", headers={"Retry-After": "10"})


def kind_of(method: str, declared: str | Mapping[str, str] | None) -> str:
    """Return the kind of work of a method, by a view's declaration (for all methods, or by method)."""
    usual = READ if method in SAFE_METHODS else WRITE
    if isinstance(declared, Mapping):
        return declared.get(method, usual)
    return declared or usual


class LimitsMiddleware:
    """Run each request under the budget of its view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.lock = threading.Lock()
        self.writers = 0

    def __call__(self, request: Any) -> HttpResponse:
        request.budget = Budget(kind_of(request.method or "", None))
        # Read when a connection is lost (config.api.faults).
        request.commits_before = connection.commits_begun  # type: ignore[attr-defined]
        with connection.execute_wrapper(request.budget), self._counted(request):
            return self.get_response(request)

    @contextmanager
    def _counted(self, request: Any) -> Iterator[None]:
        """Count writes that run in this process. The one that takes its last thread waits hardly at all for a lock:
        somebody must be left to serve those who only read."""
        if request.method in SAFE_METHODS:
            yield
            return
        with self.lock:
            self.writers += 1
            is_last = self.writers >= settings.WEB_THREADS
        if is_last:
            request.budget.patience = min(request.budget.patience, CROWDED_SECONDS)
        try:
            yield
        finally:
            with self.lock:
                self.writers -= 1

    def process_view(self, request: Any, view: Any, args: Any, kwargs: Any) -> None:
        """Change the budget to what the view declares."""
        declared = getattr(getattr(view, "view_class", None), "allowance", None)
        request.budget.change_kind(kind_of(request.method, declared))
