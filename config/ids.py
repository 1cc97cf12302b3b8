"""Identifiers: time-ordered UUIDv7, made in Python or, for set-based SQL, by the database function `uuid7()`."""

import uuid

from django.db.models import Func, UUIDField
from uuid_utils.compat import uuid7 as _uuid7


def uuid7() -> uuid.UUID:
    """A new UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits."""
    return _uuid7()


class UUID7(Func):
    """The database's `uuid7()` as an expression (see accounts/migrations/0001_foundation)."""

    function = "uuid7"
    arity = 0
    output_field = UUIDField()
