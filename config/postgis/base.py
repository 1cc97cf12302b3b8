"""Extend GeoDjango's PostGIS backend with a count of commits, and a list of the locks that a transaction holds."""

from typing import Any, cast

from django.contrib.gis.db.backends.postgis import base
from django.db import DEFAULT_DB_ALIAS, connections


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

    def commit(self) -> None:
        if self.connection is not None:
            self.commits_begun += 1
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
