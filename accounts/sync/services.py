"""Tell webhooks of changes, and forget old ones."""

from typing import Final

from django.conf import settings
from django.db import transaction

from accounts.sync.queries import SQL, find_position
from accounts.webhooks.api import publish_event

CHANGE_EVENT: Final = "donnees.modifiees"


@transaction.atomic
def announce_changes() -> int:
    """Publish one event for each kind of rows that changed since the last call; return how many.

    It names the kind and how many rows were told: receivers ask the feed, with rights of their own.
    """
    announced = SQL.fetch_value("lock_announcement")
    position = {"announced": announced, "horizon": str(find_position().horizon)}
    changed = SQL.fetch_rows("count_changes", position)
    for row in changed:
        publish_event(CHANGE_EVENT, row)
    SQL.execute("store_announcement", position)
    return len(changed)


def delete_old_changes() -> int:
    """Delete changes that nobody may ask for any more, then raise the floor. Return the number of deleted lines.

    In this order what was just forbidden stays until the next call: a request that still may read it has ended by then.
    """
    deleted = SQL.execute("delete_old_changes")
    SQL.execute("mark_day", {"horizon": str(find_position().horizon)})
    SQL.execute("delete_old_marks", {"days": settings.SYNC_KEEP_DAYS})
    return deleted
