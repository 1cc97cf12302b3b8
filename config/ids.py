"""Generate identifiers: time-ordered UUIDv7, in Python or, for set-based SQL, by the database function `uuid7()`."""

import uuid

from django.db.models import Func, UUIDField
from uuid_utils.compat import uuid7 as _uuid7


def uuid7() -> uuid.UUID:
    """Return a new UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits."""
    return _uuid7()


class UUID7(Func):
    """Call the database function `uuid7()` in a query expression (see accounts/migrations/0001_initial.sql)."""

    function = "uuid7"
    arity = 0
    output_field = UUIDField()
