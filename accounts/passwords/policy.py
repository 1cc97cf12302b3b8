"""What a password must be: 12 to 128 characters of some variety, not among the common ones, not one's own name, in
production not the demonstration's. Nothing about its composition: length is what counts.
"""

from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from config.api.problems import invalid


def require_good(password: str, user: Any, field: str = "newPassword") -> None:
    """Raise VALIDATION_ERROR that names `field` when the password is not one to be accepted."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise invalid({field: list(error.messages)}) from error
