"""Build response bodies in format B: `{success, data, message?, pagination?}`."""

from typing import Any

from rest_framework.renderers import BaseRenderer

from config.api.rendering import render_json
from config.api.statuses import get_status
from config.errors.problems import Problem
from config.paging import Page


class EnvelopeRenderer(BaseRenderer):
    """Render plain data as JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return b"" if data is None else render_json(data)


def build_success_response(data: Any = None, message: Any = None, **extra: Any) -> dict[str, Any]:
    """Return the body of a success; `extra` keys are added beside `data`."""
    body: dict[str, Any] = {"success": True}
    if data is not None:
        body["data"] = data
    if message is not None:
        body["message"] = str(message)
    return body | extra


def build_page_response(page: Page, paging: str = "pagination", **extra: Any) -> dict[str, Any]:
    """Return the body of a list response; `paging` is pagination, meta or total."""
    numbers: Any = page.total if paging == "total" else page.serialize_numbers()
    return build_success_response(page.items, **{paging: numbers}, **extra)


def add_warnings(body: dict[str, Any], warnings: list[dict[str, str]]) -> None:
    """Add what the caller should know of the request to the body of a success."""
    if body.get("success"):
        body["avertissements"] = warnings


def build_error_response(problem: Problem) -> tuple[int, dict[str, Any]]:
    """Return the status and body of an error response."""
    body: dict[str, Any] = {"success": False, "error": str(problem.message), "code": problem.code}
    if problem.details:
        body["details"] = {path: [str(line) for line in lines] for path, lines in problem.details.items()}
    if problem.data is not None:
        body["data"] = problem.data
    return get_status(problem), body
