"""Report constraints violated because another transaction was faster."""

from typing import Final

from django.db import IntegrityError

from config.api.problems import Problem

# By SQLSTATE; validation had passed before.
BROKEN_RULES: Final = {
    "23505": "CONFLICT", "23503": "HAS_DEPENDENCIES", "23514": "VALIDATION_ERROR", "23P01": "CONFLICT",
}  # fmt: skip


def find_constraint_problem(error: Exception) -> Problem | None:
    """Return the documented problem for a violated constraint; None for another error.

    Lock timeouts are reported by `config.api.faults`.
    """
    state = getattr(error.__cause__, "sqlstate", None)
    return Problem(BROKEN_RULES[state]) if isinstance(error, IntegrityError) and state in BROKEN_RULES else None
