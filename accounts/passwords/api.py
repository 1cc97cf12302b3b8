"""Export what other features may use of passwords; the rest of the package is private."""

from accounts.passwords.rules import require_acceptable_password
from accounts.passwords.services import set_password_as_administrator

__all__ = [
    "require_acceptable_password",
    "set_password_as_administrator",
]
