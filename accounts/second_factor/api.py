"""Export what other features may use of second factor; the rest of the package is private."""

from accounts.second_factor.services import consume_second_factor_code, delete_second_factor, reseal_authenticators

__all__ = [
    "consume_second_factor_code",
    "delete_second_factor",
    "reseal_authenticators",
]
