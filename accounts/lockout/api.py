"""Export what other features may use of lockout; the rest of the package is private."""

from accounts.lockout.queries import name_tried_accounts
from accounts.lockout.services import (
    clear_failures,
    confirm_password,
    count_failure,
    is_password_correct,
    release_attempt,
    reserve_attempt,
)

__all__ = [
    "clear_failures",
    "confirm_password",
    "count_failure",
    "is_password_correct",
    "name_tried_accounts",
    "release_attempt",
    "reserve_attempt",
]
