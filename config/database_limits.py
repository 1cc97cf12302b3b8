"""Set how long the database may work for a statement, wait for a lock, or keep a transaction open."""

from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection
from psycopg.pq import TransactionStatus

SET_LIMITS: Final = """
SELECT set_config('statement_timeout', %s, false), set_config('lock_timeout', %s, false),
       set_config('idle_in_transaction_session_timeout', %s, false)
"""


class DatabaseLimits(NamedTuple):
    """Hold the three timeouts of a connection, in milliseconds; 0 disables one."""

    statement: int = 0
    lock: int = 0
    idle: int = 0


def compute_job_limits() -> DatabaseLimits:
    """Return the limits of a background job."""
    seconds = settings.JOB_STATEMENT_SECONDS * 1000
    return DatabaseLimits(seconds, settings.JOB_LOCK_SECONDS * 1000, seconds)


def get_limits() -> DatabaseLimits | None:
    """Return the limits that were set for this connection until further notice, or None."""
    return getattr(connection.connection, "limits", None)


def set_limits(limits: DatabaseLimits) -> bool:
    """Set the limits of the open connection. Return whether they last beyond the current transaction."""
    raw = connection.connection
    status = raw.info.transaction_status
    if status not in (TransactionStatus.IDLE, TransactionStatus.INTRANS):
        return False
    # Not through Django's cursor, because this runs inside an execute wrapper.
    with connection.wrap_database_errors:
        raw.execute(SET_LIMITS, [str(limit) for limit in limits])
    return status == TransactionStatus.IDLE
