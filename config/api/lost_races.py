"""What the database refuses because somebody else was quicker."""

from typing import Final

from django.db import IntegrityError, OperationalError

from config.api.problems import Problem

# SQLSTATEs that only say "somebody else holds the lock": the caller may simply try again.
BUSY: Final = frozenset({"55P03", "40001", "40P01"})
# What a database constraint refused although Python had let it pass: a race was lost.
BROKEN_RULES: Final = {
    "23505": "CONFLICT", "23503": "HAS_DEPENDENCIES", "23514": "VALIDATION_ERROR", "23P01": "CONFLICT",
}  # fmt: skip


def find_problem(error: Exception) -> Problem | None:
    """The documented problem that a database error stands for; None for a fault of ours."""
    state = getattr(error.__cause__, "sqlstate", None)
    if isinstance(error, OperationalError) and state in BUSY:
        return Problem("CONFLICT", headers={"Retry-After": "1"})
    if isinstance(error, IntegrityError) and state in BROKEN_RULES:
        return Problem(BROKEN_RULES[state])
    return None
