"""Give each request a correlation id, log it in one line, and count it for `/metrics`."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from config import metrics
from config.ids import uuid7
from config.logs import request_id

logger = logging.getLogger("tabanca.requests")
# Polled every few seconds by machines: only their failures are logged.
QUIET = {"healthz", "readyz", "metrics"}


class ObserveMiddleware:
    """Set `request.request_id`, return it as `X-Request-Id` and add it to every log line.

    An id sent by the client is ignored: it could forge the log lines of another request. The log holds the route's
    template but neither path nor query: both may contain names.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponse:
        began = time.perf_counter()
        identity = str(uuid7())
        request.request_id = identity
        token = request_id.set(identity)
        try:
            response = self.get_response(request)
            response["X-Request-Id"] = identity
            self._record_request(request, response.status_code, time.perf_counter() - began)
        finally:
            request_id.reset(token)
        return response

    @staticmethod
    def _record_request(request: HttpRequest, status: int, seconds: float) -> None:
        match = request.resolver_match
        route = match.route if match else "-"
        if metrics.are_metrics_enabled():
            metrics.count_request(request.method or "", route, status, seconds)
        if route in QUIET and status < 500:
            return
        user = getattr(request, "user", None)
        fields = {
            "method": request.method,
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 1),
            "user": str(user.pk) if user else None,
        }
        logger.info("request", extra={"fields": fields})
