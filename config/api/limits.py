"""Limit how long the database may work for a request, wait for a lock, or keep a transaction open.

A view declares its kind of work in `allowance`; the default is reading for GET and HEAD, writing for every other
method. The time is a budget for all statements of a request together. PostgreSQL enforces it (`statement_timeout`),
so that a refused request costs nothing more.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse

from config.database_limits import DatabaseLimits, get_limits, set_limits
from config.errors.problems import Problem
from config.postgis.base import get_connection

READ, WRITE, ANALYSIS, EXPORT = "read", "write", "analysis", "export"
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
# The server's limits are updated after each such part of the budget: a request of quick statements sends nothing.
STEP_SECONDS: Final = 0.2
# How long a write may wait for a lock where writes occupy all threads of a process, or did until lately: a thread must
# remain for reads. Lately, because a limit that changed with every request would be sent with every request.
CROWDED_SECONDS: Final = 0.3
LATELY_SECONDS: Final = 1.0


def compute_request_limits(seconds: float, patience: float) -> DatabaseLimits:
    """Return the limits of a request with `seconds` left, of which it may wait `patience` seconds for a lock.

    The lock timeout ends before the statement timeout, so that the response can name the cause.
    """
    lock = min(patience, seconds * 0.8)
    return DatabaseLimits(int(seconds * 1000), int(lock * 1000), settings.IDLE_TRANSACTION_SECONDS * 1000)


class TimeBudget:
    """Limit the total time of a request's statements (an execute wrapper)."""

    def __init__(self, kind: str) -> None:
        self.seconds = get_allowed_seconds(kind)
        self.patience = float(settings.LOCK_SECONDS)
        self.spent = 0.0
        self.sent_limits: tuple[Any, float, float] | None = None

    def change_kind(self, kind: str) -> None:
        """Set the budget to that of another kind of work."""
        self.seconds = get_allowed_seconds(kind)

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
        self._update_server_limits()
        began = time.monotonic()
        try:
            return execute(sql, params, many, context)
        finally:
            self.spent += time.monotonic() - began

    def _update_server_limits(self) -> None:
        """Set the connection's limits to the time left, unless they nearly match it. Raises QUERY_TOO_LONG."""
        left = self.seconds - self.spent
        if left <= 0:
            raise query_too_long()
        raw = connection.connection
        if (
            self.sent_limits
            and self.sent_limits[:2] == (raw, self.seconds)
            and self.sent_limits[2] - left < STEP_SECONDS
        ):
            return
        limits = compute_request_limits(left, self.patience)
        if get_limits() != limits:
            raw.limits = limits if set_limits(limits) else None
        self.sent_limits = (raw, self.seconds, left)


def get_allowed_seconds(kind: str) -> float:
    """Return the seconds that a kind of work may take (setting REQUEST_SECONDS)."""
    return float(settings.REQUEST_SECONDS[kind])


def query_too_long() -> Problem:
    """Return QUERY_TOO_LONG, for a request whose statements take longer than its kind of work may."""
    return Problem("QUERY_TOO_LONG", retry_after=10)


def find_work_kind(method: str, declared: str | Mapping[str, str] | None) -> str:
    """Return the kind of work of a method, from a view's declaration (one for all methods, or a map by method)."""
    usual = READ if method in SAFE_METHODS else WRITE
    if isinstance(declared, Mapping):
        return declared.get(method, usual)
    return declared or usual


def change_work_kind(request: Any, kind: str) -> None:
    """Give a request the budget of another kind of work than its view declares."""
    request.budget.change_kind(kind)


class LimitsMiddleware:
    """Run each request under the budget of its view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.lock = threading.Lock()
        self.writers = 0
        self.crowded_until = 0.0

    def __call__(self, request: Any) -> HttpResponse:
        request.budget = TimeBudget(find_work_kind(request.method or "", None))
        # Read by config.api.database_faults when a connection is lost.
        request.commits_before = get_connection().commits_begun
        with connection.execute_wrapper(request.budget), self._count_write(request):
            return self.get_response(request)

    @contextmanager
    def _count_write(self, request: Any) -> Iterator[None]:
        """Count the writes that run in this process, and shorten their patience where they leave no thread for reads."""
        if request.method in SAFE_METHODS:
            yield
            return
        with self.lock:
            self.writers += 1
            now = time.monotonic()
            if self.writers >= settings.WEB_THREADS:
                self.crowded_until = now + LATELY_SECONDS
            is_crowded = now < self.crowded_until
        if is_crowded:
            request.budget.patience = min(request.budget.patience, CROWDED_SECONDS)
        try:
            yield
        finally:
            with self.lock:
                self.writers -= 1

    def process_view(self, request: Any, view: Any, args: Any, kwargs: Any) -> None:
        """Set the budget to the kind of work that the view declares."""
        declared = getattr(getattr(view, "view_class", None), "allowance", None)
        change_work_kind(request, find_work_kind(request.method, declared))
