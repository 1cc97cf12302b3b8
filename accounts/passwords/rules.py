"""Enforce the password policy.

A password has 12 to 128 characters with some variety, is not a common one, does not resemble the user's name, and in
production is not the demonstration's. There are no composition rules: length is what counts.
"""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts.users.models import User
from config.errors.problems import invalid


def require_acceptable_password(password: str, user: User, field: str = "newPassword") -> None:
    """Raise VALIDATION_ERROR naming `field` when the password violates the policy."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise invalid({field: list(error.messages)}) from error
