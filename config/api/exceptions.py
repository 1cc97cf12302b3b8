"""Convert exceptions to Problems, and Problems to responses in the format of the requested view."""

import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation, TooManyFilesSent
from django.db import DataError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions as drf
from rest_framework.response import Response
from rest_framework.views import set_rollback

from config.api import envelope
from config.api.database_faults import find_database_problem
from config.api.statuses import STATUSES, build_headers
from config.api.uploads import UploadTooLarge
from config.disk_space import is_disk_full
from config.errors.database import find_constraint_problem
from config.errors.problems import Problem, invalid

logger = logging.getLogger("tabanca.api")

BY_TYPE: list[tuple[type[Exception] | tuple[type[Exception], ...], str]] = [
    ((drf.NotAuthenticated, drf.AuthenticationFailed), "UNAUTHENTICATED"),
    ((drf.PermissionDenied, PermissionDenied), "FORBIDDEN"),
    ((drf.NotFound, Http404), "NOT_FOUND"),
    (drf.MethodNotAllowed, "METHOD_NOT_ALLOWED"),
    (drf.UnsupportedMediaType, "UNSUPPORTED_MEDIA"),
    ((RequestDataTooBig, TooManyFilesSent), "PAYLOAD_TOO_LARGE"),
    (DataError, "VALIDATION_ERROR"),
    (SuspiciousOperation, "VALIDATION_ERROR"),
]


def flatten_errors(detail: Any, path: str = "") -> dict[str, list[str]]:
    """Flatten DRF's nested error detail to a map of dotted path to sentences."""
    if isinstance(detail, dict):
        found: dict[str, list[str]] = {}
        for key, inner in detail.items():
            step = path if key == "non_field_errors" else f"{path}.{key}" if path else str(key)
            found.update(flatten_errors(inner, step))
        return found
    if isinstance(detail, list) and any(isinstance(item, (dict, list)) for item in detail):
        found = {}
        for index, inner in enumerate(detail):
            if inner:
                found.update(flatten_errors(inner, f"{path}[{index}]"))
        return found
    return {path or "corps": [str(item) for item in (detail if isinstance(detail, list) else [detail])]}


def convert_to_problem(error: Exception) -> Problem | None:
    """Return the documented problem for an exception; None for an error of the server itself."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, drf.ValidationError):
        return invalid(flatten_errors(error.detail))
    if isinstance(error, drf.ParseError):
        return invalid({"corps": [str(error.detail)]})
    if isinstance(error, drf.Throttled):
        return Problem("RATE_LIMITED", retry_after=int(getattr(error, "wait", None) or 60))
    if is_disk_full(error):
        logger.error("no room left to write", exc_info=error)
        return Problem("INSUFFICIENT_STORAGE")
    if isinstance(error, UploadTooLarge):
        megabytes = (error.limit or settings.UPLOAD_MAX_BYTES) // (1024 * 1024)
        return Problem("PAYLOAD_TOO_LARGE", _("Le fichier dépasse %(size)d Mo.") % {"size": megabytes})
    for types, code in BY_TYPE:
        if isinstance(error, types):
            return Problem(code)
    return find_constraint_problem(error)


def handle_exception(error: Exception, context: dict[str, Any]) -> Response:
    """Handle exceptions for DRF: return every error in the format of the requested view."""
    view, request = context["view"], context["request"]
    problem = convert_to_problem(error) or find_database_problem(error, request)
    if problem is None:
        # The correlation id links this log line to the response; the exception itself stays in the log.
        logger.exception("request %s failed", getattr(request, "request_id", "-"))
        problem = Problem("INTERNAL_ERROR", data={"requestId": getattr(request, "request_id", None)})
    elif problem.code == "SERVICE_UNAVAILABLE":
        # Log where it happened; the status alone tells the client that the database was unavailable.
        logger.warning("request %s met no database", getattr(request, "request_id", "-"), exc_info=error)
    set_rollback()
    style = view.get_style(request.method) if hasattr(view, "get_style") else envelope
    status, body = style.build_error_response(problem)
    status = getattr(view, "problem_statuses", {}).get(problem.code, status)
    headers = build_headers(problem)
    if status == STATUSES["UNAUTHENTICATED"]:
        headers["WWW-Authenticate"] = getattr(view, "challenge", "Bearer")
    return Response(body, status=status, headers=headers)
