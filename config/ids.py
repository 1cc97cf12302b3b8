"""Generate identifiers: time-ordered UUIDv7, in Python or, for set-based SQL, by the database function `uuid7()`."""

import uuid
from datetime import datetime

from django.db.models import Func, UUIDField
from uuid_utils.compat import uuid7 as _uuid7


def uuid7() -> uuid.UUID:
    """Return a new UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits."""
    return _uuid7()


def build_first_uuid7(moment: datetime) -> uuid.UUID:
    """Return the lowest UUIDv7 of a moment: ids that were generated later are greater."""
    return uuid.UUID(int=int(moment.timestamp() * 1000) << 80)


class UUID7(Func):
    """Call the database function `uuid7()` in a query expression (see accounts/migrations/0001_initial.sql)."""

    function = "uuid7"
    arity = 0
    output_field = UUIDField()
