"""A correlation id for each request, in the answer's `X-Request-Id` and in every log line about a fault."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config.ids import uuid7


class RequestIdMiddleware:
    """Sets `request.request_id`. A caller's own id is not believed: it could forge another's log lines."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.request_id = str(uuid7())  # type: ignore[attr-defined]
        response = self.get_response(request)
        response["X-Request-Id"] = request.request_id  # type: ignore[attr-defined]
        return response
