"""Give each domain error its HTTP status and headers."""

from typing import Final

from config.errors.problems import Problem

STATUSES: Final = {
    "VALIDATION_ERROR": 400,
    "INVALID_STATUS": 400,
    "HAS_DEPENDENCIES": 400,
    "READ_ONLY_PROJECT": 400,
    "INSUFFICIENT_FUNDS": 400,
    "UNAUTHENTICATED": 401,
    "OTP_REQUIRED": 401,
    "FORBIDDEN": 403,
    "NOT_FOUND": 404,
    "METHOD_NOT_ALLOWED": 405,
    "CURSOR_EXPIRED": 410,
    "DUPLICATE_CODE": 409,
    "DUPLICATES_DETECTED": 409,
    "CONFLICT": 409,
    "PAYLOAD_TOO_LARGE": 413,
    "UNSUPPORTED_MEDIA": 415,
    "CONSTRAINT_VIOLATION": 422,
    "ACCOUNT_LOCKED": 423,
    "RATE_LIMITED": 429,
    "UPSTREAM_ERROR": 502,
    "NOT_CONFIGURED": 503,
    "QUERY_TOO_LONG": 503,
    "SERVICE_UNAVAILABLE": 503,
    "INSUFFICIENT_STORAGE": 507,
    "INTERNAL_ERROR": 500,
}


class QueryProblem(Problem):
    """Signal an error in the URL, not in the body: its status is 400 in format A, too."""


def get_status(problem: Problem) -> int:
    """Return the HTTP status of an error."""
    return STATUSES[problem.code]


def build_headers(problem: Problem) -> dict[str, str]:
    """Return the headers of an error response: when to try again."""
    return {} if problem.retry_after is None else {"Retry-After": str(problem.retry_after)}
