"""Forget old changes."""

from django.conf import settings

from accounts.sync.queries import SQL


def delete_old_changes() -> int:
    """Delete changes that nobody may ask for any more, then raise the floor. Return the number of deleted lines.

    In this order what was just forbidden stays until the next call: a request that still may read it has ended by then.
    """
    deleted = SQL.execute("delete_old_changes")
    SQL.execute("mark_day")
    SQL.execute("delete_old_marks", {"days": settings.SYNC_KEEP_DAYS})
    return deleted
