"""Read what changed, without losing a row whose transaction commits late.

Every change is told with the number of its transaction. Only lines of transactions below the horizon are read: all of
these have ended, and no line can appear among them any more (decision 0211).
"""

from dataclasses import replace
from hashlib import md5
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.sync.types import ChangeLine, Cursor, FeedPage, Position
from config.caller import Caller
from config.errors.problems import Problem, invalid
from config.sql import Queries

SQL = Queries(__file__, "sync.sql")
BEFORE_ALL: Final = str(UUID(int=0))


def read_feed(
    nature: str, rows: QuerySet[Any], caller: Caller, *, after: str | None, limit: int, shows: frozenset[str]
) -> FeedPage:
    """Return the next page of a feed: first all `rows`, which are those that the caller sees, then what changed.

    `shows` are the permissions on which the shown fields depend. Raises VALIDATION_ERROR for a malformed cursor,
    CURSOR_EXPIRED where the client has to begin again. Two queries for a page of all rows, three for one of changes.
    """
    position = find_position()
    scope = _compute_scope_digest(caller, shows)
    if after is None:
        cursor = Cursor(nature, scope, position.epoch, position.horizon, last=BEFORE_ALL)
    else:
        cursor = _read_cursor(after, nature, scope, position)
    return _read_rows(rows, cursor, limit) if cursor.last else _read_changes(rows, caller, cursor, position, limit)


def find_position() -> Position:
    """Return where the changes stand, in one query."""
    return SQL.fetch_object(Position, "find_position")


def has_more_changes(nature: str, since: int, most: int) -> bool:
    """Return whether transactions from `since` on may have changed more than `most` rows."""
    return bool(SQL.fetch_value("count_changed", {"nature": nature, "since": str(since)}) > most)


def build_changed_sql(nature: str, since: str) -> str:
    """Return a SELECT of the ids of rows that transactions from `since` on changed; `since` names its parameter, a text.

    Those of transactions that run are not among them: the statement around it reads the rows by the same snapshot.
    """
    return (
        "SELECT told.id FROM accounts_sync_change AS change CROSS JOIN LATERAL unnest(change.objets) AS told (id)"
        f" WHERE change.nature = '{nature}' AND change.transaction >= %({since})s::text::xid8"
    )


def _compute_scope_digest(caller: Caller, shows: frozenset[str]) -> str:
    """Return a digest of what decides which rows and fields the caller sees."""
    regions = None if caller.region_ids is None else sorted(map(str, caller.region_ids))
    seen = repr((regions, sorted(shows & caller.permissions)))
    return md5(seen.encode(), usedforsecurity=False).hexdigest()[:12]


def _read_cursor(text: str, nature: str, scope: str, position: Position) -> Cursor:
    cursor = Cursor.decode(text)
    if cursor is None or cursor.nature != nature:
        raise invalid({"curseur": [_("Ce curseur n'est pas de ce flux : renvoyez celui de la réponse précédente.")]})
    if cursor.epoch != position.epoch or cursor.transaction < position.floor:
        raise Problem("CURSOR_EXPIRED")
    if cursor.scope != scope:
        raise Problem("CURSOR_EXPIRED", _("Vos régions ou vos permissions ont changé : recommencez sans curseur."))
    return cursor


def _read_rows(rows: QuerySet[Any], cursor: Cursor, limit: int) -> FeedPage:
    """Return a page of all rows, by id. After the last one follows what changed since the first page."""
    ids = list(rows.filter(pk__gt=cursor.last).order_by("pk").values_list("pk", flat=True)[:limit])
    following = replace(cursor, last=str(ids[-1]) if len(ids) == limit else "")
    return FeedPage(ids, [], following.encode(), has_more=True)


def _read_changes(rows: QuerySet[Any], caller: Caller, cursor: Cursor, position: Position, limit: int) -> FeedPage:
    ids, following = _collect_changes(cursor, position, caller, limit)
    shown = set(rows.filter(pk__in=ids).order_by().values_list("pk", flat=True)) if ids else set()
    has_more = following.transaction < position.horizon
    return FeedPage(
        [one for one in ids if one in shown], [one for one in ids if one not in shown], following.encode(), has_more
    )


def _collect_changes(cursor: Cursor, position: Position, caller: Caller, limit: int) -> tuple[list[UUID], Cursor]:
    """Return the next changed ids, each once, and the cursor behind them."""
    params: dict[str, Any] = {
        "nature": cursor.nature,
        "transaction": str(cursor.transaction),
        "number": cursor.number,
        "horizon": str(position.horizon),
        "regions": None if caller.region_ids is None else list(caller.region_ids),
        "wanted": limit + cursor.taken,
    }
    lines = SQL.fetch_objects(ChangeLine, "list_changes", params)
    found: dict[UUID, None] = {}
    for line in lines:
        is_begun = (line.transaction, line.number) == (cursor.transaction, cursor.number)
        for place, one in enumerate(line.ids):
            if is_begun and place < cursor.taken:
                continue
            if len(found) == limit and one not in found:
                return [*found], replace(cursor, transaction=line.transaction, number=line.number, taken=place)
            found[one] = None
    if sum(len(line.ids) for line in lines) > params["wanted"]:
        # More lines may follow: these held some ids several times.
        last = lines[-1]
        return [*found], replace(cursor, transaction=last.transaction, number=last.number, taken=len(last.ids))
    return [*found], replace(cursor, transaction=position.horizon, number=0, taken=0)
