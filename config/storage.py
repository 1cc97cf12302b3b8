"""When the disk is full: the service's own, one's share of it, or the database's. Imports nothing of Django."""

import errno
from typing import Final

FULL: Final = (errno.ENOSPC, errno.EDQUOT)
# What PostgreSQL says of its own disk (disk_full).
DATABASE_FULL: Final = "53100"


def is_disk_full(error: BaseException) -> bool:
    """Return whether an exception says that there was no room to write."""
    if isinstance(error, OSError):
        return error.errno in FULL
    return getattr(error.__cause__, "sqlstate", None) == DATABASE_FULL
