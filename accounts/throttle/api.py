"""Export what other features may use of throttle; the rest of the package is private."""

from accounts.throttle.services import (
    REQUEST_COUNTER,
    WRITE_COUNTS,
    build_rate_limit_problem,
    count_public_request,
    count_sign_in,
    find_network,
)

__all__ = [
    "REQUEST_COUNTER",
    "WRITE_COUNTS",
    "build_rate_limit_problem",
    "count_public_request",
    "count_sign_in",
    "find_network",
]
