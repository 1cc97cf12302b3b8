"""The longest password: a limit, so that hashing cannot be made expensive from outside."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


class MaximumLength:
    """At most `max_length` characters."""

    def __init__(self, max_length: int = 128) -> None:
        self.max_length = max_length

    def validate(self, password: str, user: Any = None) -> None:
        if len(password) > self.max_length:
            raise ValidationError(self.get_help_text())

    def get_help_text(self) -> str:
        return _("Le mot de passe a au plus %(count)d caractères.") % {"count": self.max_length}
