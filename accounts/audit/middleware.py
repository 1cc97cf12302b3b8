"""Isolate the audit context of each request."""

from collections.abc import Callable

from django.db import connection
from django.http import HttpRequest, HttpResponse

from accounts.audit.services import AuditContextGuard


class AuditMiddleware:
    """Install `AuditContextGuard` on the connection for each request.

    Must come after ObserveMiddleware, which sets the request id.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with connection.execute_wrapper(AuditContextGuard()):
            return self.get_response(request)
