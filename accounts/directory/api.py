"""Export what other features may use of directory; the rest of the package is private."""

from accounts.directory.serializers import UserInput
from accounts.directory.services import create_or_update_account, create_user

__all__ = [
    "UserInput",
    "create_or_update_account",
    "create_user",
]
