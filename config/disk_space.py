"""Recognise a full disk: of the service, of a quota, or of the database. Imports nothing of Django."""

import errno
from typing import Final

DISK_FULL_ERRNOS: Final = (errno.ENOSPC, errno.EDQUOT)
# The SQLSTATE of PostgreSQL for its own disk (disk_full).
DATABASE_FULL: Final = "53100"


def is_disk_full(error: BaseException) -> bool:
    """Return whether an exception means that there was no room to write."""
    if isinstance(error, OSError):
        return error.errno in DISK_FULL_ERRNOS
    return getattr(error.__cause__, "sqlstate", None) == DATABASE_FULL
