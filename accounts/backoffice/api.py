"""Export what other features may use of backoffice; the rest of the package is private."""

from accounts.backoffice.admin import ScopedAdmin

__all__ = [
    "ScopedAdmin",
]
