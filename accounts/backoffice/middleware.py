"""Authenticate callers, set the content security policy and render refusals on the administration's pages."""

from typing import Any

from django.conf import settings
from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpRequest, HttpResponse

from accounts.backoffice.rules import COOKIE, PATH
from accounts.tokens.api import ADMINISTRATION_PREFIX, extend_access_token, find_caller
from config.addresses import find_client_address
from config.api.statuses import build_headers, get_status
from config.content_policy import build_content_policy
from config.errors.problems import Problem

# The admin's style sheets contain small images as data URLs.
POLICY = build_content_policy(img_src="'self' data: blob:", worker_src="'self' blob:")


def _build_problem_response(problem: Problem) -> HttpResponse:
    return HttpResponse(
        str(problem.message), status=get_status(problem), content_type="text/plain", headers=build_headers(problem)
    )


class BackOfficeMiddleware(MessageMiddleware):
    """Authenticate by the token in the administration's cookie, exactly as by an `Authorization` header elsewhere.

    So deactivation, revoked sessions, changed rights and limits take effect on the next request. Paths outside the
    administration are not processed.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:  # type: ignore[override]  # may also respond
        if not request.path_info.startswith(PATH):
            return None
        caller: Any = request
        caller.user = caller.auth = None
        if not settings.ADMIN:
            return HttpResponse(status=404)
        super().process_request(request)
        if "\x00" in request.META.get("QUERY_STRING", "") or "%00" in request.META.get("QUERY_STRING", ""):
            return HttpResponse(status=400)
        token = request.COOKIES.get(COOKIE, "")
        # Another token, as the console's, would be prolonged far beyond its end.
        if token.startswith(ADMINISTRATION_PREFIX):
            try:
                caller.user, caller.auth = find_caller(token, find_client_address(request)) or (None, None)
            except Problem as problem:
                return _build_problem_response(problem)
            extend_access_token(access_token=token, seconds=settings.ADMIN_IDLE_SECONDS)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Render a refusal raised by a service as a response."""
        return (
            _build_problem_response(error)
            if isinstance(error, Problem) and request.path_info.startswith(PATH)
            else None
        )

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if not request.path_info.startswith(PATH):
            return response
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["Cache-Control"] = "no-store"
        return super().process_response(request, response)
