"""Export what other features may use of directory; the rest of the package is private."""

from accounts.directory.services import create_or_update_account

__all__ = [
    "create_or_update_account",
]
