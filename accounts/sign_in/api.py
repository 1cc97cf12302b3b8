"""Export what other features may use of sign in; the rest of the package is private."""

from accounts.sign_in.services import sign_in

__all__ = [
    "sign_in",
]
