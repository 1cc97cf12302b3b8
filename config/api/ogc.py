"""Build error bodies as OGC API - Features shows them: `{code, description}`."""

from typing import Any

from config.api.statuses import get_status
from config.errors.problems import Problem


def add_warnings(body: dict[str, Any], warnings: list[dict[str, str]]) -> None:
    """Add nothing: the standard names the members of every body."""


def build_error_response(problem: Problem) -> tuple[int, dict[str, Any]]:
    """Return the status and body of an error; the parameters at fault are named in the description."""
    lines = [f"{path}: {line}" for path, sentences in problem.details.items() for line in sentences]
    return get_status(problem), {"code": problem.code, "description": "\n".join([str(problem.message), *lines])}
