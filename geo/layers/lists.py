"""Read the lists of the map: the database writes all items as JSON, in one query."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet, Sum

from config.caller import Caller
from geo.layers.catalogue import Layer
from geo.layers.cells import STORED_ZOOMS
from geo.layers.compiling import build_json_object_sql, compile_select


@dataclass(frozen=True)
class ItemList:
    """Hold the items of a list: `json` is their array as bytes, `count` their number, `limit` the maximum requested."""

    json: bytes
    count: int
    limit: int

    @property
    def full(self) -> bool:
        """Return whether there may be more rows than these."""
        return self.count >= self.limit


def list_items(layer: Layer, rows: QuerySet, user: Caller, limit: int | None) -> ItemList:
    """Return at most `limit` items (never more than MAP_LIST_MAX_ITEMS), ordered by id, which is by creation time."""
    most = min(limit or settings.MAP_LIST_MAX_ITEMS, settings.MAP_LIST_MAX_ITEMS)
    select = compile_select(rows.order_by("pk")[:most], layer.expressions(layer.items, user), layer.geometry)
    statement = f"SELECT coalesce(string_agg({build_json_object_sql(select.columns)}, ','), ''), count(*) FROM ({select.sql}) AS rows"
    with connection.cursor() as cursor:
        cursor.execute(statement, select.params)
        text, count = cursor.fetchone()
    return ItemList(f"[{text}]".encode(), count, most)


def count_rows(found: ItemList, rows: QuerySet) -> int:
    """Return the number of rows behind a list; queries the count only when the list may be truncated."""
    return rows.order_by().count() if found.full else found.count


def count_rows_by_cells(layer: Layer, user: Caller, values: Mapping[str, Any]) -> int | None:
    """Return the number of rows with a position under these filters, or None if its cells do not support them."""
    if not layer.is_answered_by_cells(values):
        return None
    return int(layer.cells(STORED_ZOOMS[0], user, values).aggregate(all=Sum("n"))["all"] or 0)
