"""Extend GeoDjango's PostGIS backend with a count of commits, and a list of the locks that a transaction holds."""

import select
from typing import Any, cast

from django.contrib.gis.db.backends.postgis import base
from django.db import DEFAULT_DB_ALIAS, connections
from psycopg.pq import TransactionStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """Count the commits begun on this connection, and list the locks of its transaction.

    When a connection is lost, a request must say whether its write may have happened. It may have when a COMMIT was
    sent, whether or not it was confirmed.
    """

    commits_begun = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Filled by `config.locks`. What was locked within a savepoint is released when it is rolled back.
        self.held_locks: list[Any] = []
        self._counts_at_savepoints: dict[str, int] = {}

    def is_usable(self) -> bool:
        """Return whether the server still holds the connection; Django asks this once per request (CONN_HEALTH_CHECKS).

        A server that ended it has left a farewell, or the end, on the socket. Only where something lies there, or the
        connection has met an error or is in a transaction, is the server asked: that costs a round trip, as much as
        looking up a token.
        """
        raw = self.connection
        if raw is None or raw.closed:
            return False
        if self.errors_occurred or raw.info.transaction_status != TransactionStatus.IDLE:
            return super().is_usable()
        socket = select.poll()
        socket.register(raw.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
        return super().is_usable() if socket.poll(0) else True

    def count_commit(self) -> None:
        """Count a commit that is about to begin: also of a statement that is a transaction of its own."""
        self.commits_begun += 1

    def commit(self) -> None:
        if self.connection is not None:
            self.count_commit()
        self.forget_locks()
        super().commit()

    def rollback(self) -> None:
        self.forget_locks()
        super().rollback()

    def close(self) -> None:
        self.forget_locks()
        super().close()

    def savepoint(self) -> str | None:
        sid = super().savepoint()
        if sid is not None:
            self._counts_at_savepoints[sid] = len(self.held_locks)
        return sid

    def savepoint_rollback(self, sid: str) -> None:
        super().savepoint_rollback(sid)
        del self.held_locks[self._counts_at_savepoints.get(sid, 0) :]

    def forget_locks(self) -> None:
        """Forget all locks, when the transaction has ended."""
        self.held_locks.clear()
        self._counts_at_savepoints.clear()


def get_connection() -> DatabaseWrapper:
    """Return the connection of this thread to the default database, with its own type."""
    return cast(DatabaseWrapper, connections[DEFAULT_DB_ALIAS])
