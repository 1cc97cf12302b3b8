"""Around each request: nothing is told as somebody else's."""

from collections.abc import Callable

from django.db import connection
from django.http import HttpRequest, HttpResponse

from accounts.audit.context import Guard


class AuditMiddleware:
    """Installs the guard of the audit's context. It needs the request id, and so comes after ObserveMiddleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with connection.execute_wrapper(Guard()):
            return self.get_response(request)
