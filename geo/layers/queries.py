"""Read lists of the map, whose items the database writes as JSON in one query, and the versions of layers."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet

from config.caller import Caller
from config.sql import Queries, open_planned_cursor
from geo.layers.cells.queries import count_rows_by_cells
from geo.layers.sql.selects import build_json_object_sql, compile_select
from geo.layers.types import ItemList, Layer

SQL = Queries(__file__, "layers.sql")
# The SELECT of a layer's version; its parameter is `layer`.
LAYER_VERSION = SQL["layer_version"]


def list_items(layer: Layer, rows: QuerySet[Any], user: Caller, limit: int | None) -> ItemList:
    """Return at most `limit` items (never more than MAP_LIST_MAX_ITEMS), ordered by id, which is by creation time."""
    allowed = min(limit or settings.MAP_LIST_MAX_ITEMS, settings.MAP_LIST_MAX_ITEMS)
    expressions = layer.build_expressions(layer.list_properties, user)
    select = compile_select(rows.order_by("pk")[:allowed], expressions, layer.geometry)
    item = build_json_object_sql(select.columns)
    statement = f"SELECT coalesce(string_agg({item}, ','), ''), count(*) FROM ({select.sql}) AS rows"
    with connection.cursor() as cursor:
        cursor.execute(statement, select.params)
        text, count = cursor.fetchone()
    return ItemList(f"[{text}]".encode(), count, allowed)


def count_rows(items: ItemList, rows: QuerySet[Any]) -> int:
    """Return the number of rows behind a list; queries the count only when the list may be truncated."""
    return rows.order_by().count() if items.is_full else items.count


def list_placed_items(layer: Layer, user: Caller, query: Mapping[str, Any]) -> tuple[ItemList, int, int]:
    """Return the items of a map's list, the exact number of rows behind it, and how many rows have no position.

    A bounding box cannot contain rows without a position: those are counted under the other filters.
    """
    rows = layer.find_rows(user, query, query.get("bbox"))
    found = list_items(layer, rows, user, query.get("limit"))
    counts = count_rows_by_cells(layer, user, query)
    total = count_rows(found, rows) if counts is None or query.get("bbox") else counts.placed
    if counts is not None and counts.unplaced is not None:
        return found, total, counts.unplaced
    manager: Any = layer.model._default_manager
    everywhere = layer.filter_rows(manager.visible_to(user), query).order_by()
    return found, total, everywhere.filter(**{f"{layer.geometry}__isnull": True}).count()


def count_layer_rows(layer: Layer, user: Caller, values: Mapping[str, Any]) -> int:
    """Return the number of rows with a position under these filters, from the layer's cells where it has them."""
    counts = count_rows_by_cells(layer, user, values)
    return layer.find_rows(user, values).order_by().count() if counts is None else counts.placed


def find_layer_version(layer: Layer) -> int:
    """Return the version of the data in the layer's tiles: one query."""
    with open_planned_cursor() as cursor:
        cursor.execute(LAYER_VERSION, {"layer": layer.name})
        return int(cursor.fetchone()[0])


def find_map_version() -> int:
    """Return a number that increases with every statement that changes any layer: one query."""
    return int(SQL.fetch_one("map_version")["version"])
