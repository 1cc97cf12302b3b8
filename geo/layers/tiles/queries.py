"""Render vector tiles in the database: single features at high zoom, clusters of them at low zoom."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.utils.translation import get_language

from config.caller import Caller
from config.sql import Queries
from geo.layers.cells.rules import FINEST_ZOOM, choose_stored_zoom
from geo.layers.queries import find_layer_version
from geo.layers.sql.expressions import RawColumn
from geo.layers.sql.selects import CompiledSelect, compile_select
from geo.layers.tiles.rules import (
    CELL_ZOOMS_BELOW_TILE,
    CLUSTER_ZOOM,
    CONTOUR_ZOOM,
    CROWD_ZOOM,
    TILE_CONTENT_VERSION,
    Tile,
)
from geo.layers.types import Clusters, Layer
from geo.scope.api import list_row_permissions, sees_all_rows

SQL = Queries(__file__, "tiles.sql")


def compute_tile_etag(layer: Layer, tile: Tile, user: Caller, values: Mapping[str, Any], language: str) -> str:
    """Return the ETag of a tile from its version, scope, filters and language.

    The permissions on which the rows depend are part of the scope: who loses one is not told that nothing changed.
    """
    scope = None if user.region_ids is None else sorted(map(str, user.region_ids))
    filters = sorted((name, str(value)) for name, value in layer.filters.select_values(values).items())
    known = (
        TILE_CONTENT_VERSION,
        layer.name,
        tile,
        _find_tile_version(layer, tile, user, values),
        scope,
        sorted(list_row_permissions(layer.model, user)),
        filters,
        language,
        settings.MAP_TILE_MAX_POINTS,
    )
    return f'"{hashlib.blake2b(repr(known).encode(), digest_size=12).hexdigest()}"'


def _find_tile_version(layer: Layer, tile: Tile, user: Caller, values: Mapping[str, Any]) -> object:
    """Return the layer's version, which costs no rendering; to who does not see all its rows, what the tile holds.

    The layer's version would tell him that a row which he may not know of has changed.
    """
    return find_layer_version(layer) if sees_all_rows(layer.model, user) else render_tile(layer, tile, user, values)


def render_tile(layer: Layer, tile: Tile, user: Caller, values: Mapping[str, Any]) -> bytes:
    """Render the tile; return empty bytes when it has no feature."""
    if layer.clusters and is_clustered(layer, tile, user, values):
        return _render_clusters(layer, layer.clusters, tile, user, values)
    return _render_features(layer, tile, user, values)


def is_clustered(layer: Layer, tile: Tile, user: Caller, values: Mapping[str, Any]) -> bool:
    """Return whether a tile holds clusters: up to CLUSTER_ZOOM, or CROWD_ZOOM if rows exceed MAP_TILE_MAX_POINTS."""
    if tile.z <= CLUSTER_ZOOM:
        return True
    if tile.z > CROWD_ZOOM or not layer.is_supported_by_cells(values):
        return False
    select = _compile_tile_cells_select(layer, tile, CROWD_ZOOM, user, values)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT coalesce(sum(n), 0) FROM ({select.sql}) AS cell", select.params)
        return bool(cursor.fetchone()[0] > settings.MAP_TILE_MAX_POINTS)


def _render_features(layer: Layer, tile: Tile, user: Caller, values: Mapping[str, Any]) -> bytes:
    is_rough = layer.contour is not None and tile.z <= CONTOUR_ZOOM
    select = _compile_features_select(layer, is_rough, *_build_select_key(user, values))
    *properties, fid, place = select.columns
    columns = [
        f'{_build_tile_value_sql(column.sql_name, column.kind)} AS "{column.public_name}"' for column in properties
    ]
    # An integer that clients represent exactly and that is stable for the row: the random end of its id.
    columns.append(f"('x' || right({fid.sql_name}::text, 12))::bit(48)::bigint AS fid")
    west, south, east, north = tile.compute_box()
    box = f"ST_MakeEnvelope({west!r}, {south!r}, {east!r}, {north!r}, 4326)"
    return _execute_tile_query("points", layer, tile, select, columns=", ".join(columns), place=place.sql_name, box=box)


def _build_select_key(user: Caller, values: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return a hashable key of what a layer's SELECT depends on: scope, permissions, filters, language of labels."""
    given = tuple((name, tuple(v) if isinstance(v, list) else v) for name, v in values.items() if v is not None)
    return user.region_ids, user.permissions, given, get_language()


def _restore_caller_and_values(regions: Any, permissions: frozenset[str], given: Any) -> tuple[Any, dict[str, Any]]:
    """Rebuild the user and the filters from the values of `_build_select_key`."""
    user = SimpleNamespace(region_ids=regions, permissions=permissions, holds=permissions.__contains__)
    return user, {name: list(value) if isinstance(value, tuple) else value for name, value in given}


# Compiling a SELECT takes longer than PostgreSQL needs for a small tile, so the SELECTs per layer and scope are cached,
# before they are limited to a tile.
@lru_cache(maxsize=512)
def _compile_features_select(
    layer: Layer, is_rough: bool, regions: Any, permissions: Any, given: Any, language: str
) -> CompiledSelect:
    """Compile the SELECT of single features with their id and position."""
    user, values = _restore_caller_and_values(regions, permissions, given)
    expressions = layer.build_expressions(layer.tile_properties, user)
    expressions |= {"fid": F("pk"), "place": RawColumn(F(layer.geometry))}
    rows = layer.find_rows(user, values).order_by()
    return compile_select(rows, expressions, layer.contour if is_rough else layer.geometry)


@lru_cache(maxsize=512)
def _compile_cells_select(
    layer: Layer, zoom: int, regions: Any, permissions: Any, given: Any, language: str
) -> CompiledSelect:
    """Compile the SELECT of the stored cells of a zoom, its columns named as `clusters` reads them."""
    clusters: Any = layer.clusters
    columns = {"cell_x": "x", "cell_y": "y", "n": "n", "avec": "avec_pmt", "somme": "somme_pmt", "lon": "somme_lon"}
    columns |= {"lat": "somme_lat", "code": clusters.cell_code}
    rows = layer.find_cells(zoom, *_restore_caller_and_values(regions, permissions, given)).order_by()
    select = compile_select(rows, {name: F(column) for name, column in columns.items()})
    renamed = ", ".join(f"c{index} AS {name}" for index, name in enumerate(columns))
    return CompiledSelect(f"SELECT {renamed} FROM ({select.sql}) AS sums", select.params, select.columns)


def _build_tile_value_sql(name: str, kind: str) -> str:
    """Cast a column to a type that tiles support: text, integer, double or boolean."""
    return f"{name}::{ {'uuid': 'text', 'number': 'double precision'}[kind] }" if kind in ("uuid", "number") else name


def _compile_tile_cells_select(
    layer: Layer, tile: Tile, z: int, user: Caller, values: Mapping[str, Any]
) -> CompiledSelect:
    """Return the SELECT of the stored cells of zoom `z` that lie in the tile, in scope and under the filters."""
    select = _compile_cells_select(layer, z, *_build_select_key(user, values))
    min_x, max_x, min_y, max_y = tile.compute_cell_range(z)
    within = f"cell_x BETWEEN {min_x} AND {max_x} AND cell_y BETWEEN {min_y} AND {max_y}"
    return CompiledSelect(f"SELECT * FROM ({select.sql}) AS cell WHERE {within}", select.params, select.columns)


def _render_clusters(layer: Layer, clusters: Clusters, tile: Tile, user: Caller, values: Mapping[str, Any]) -> bytes:
    wanted = min(tile.z + CELL_ZOOMS_BELOW_TILE, FINEST_ZOOM)
    if layer.is_supported_by_cells(values):
        cell_zoom = choose_stored_zoom(wanted)
        select = _compile_tile_cells_select(layer, tile, cell_zoom, user, values)
    else:
        cell_zoom = wanted
        rows = layer.find_rows(user, values, tile.compute_box())
        expressions = {"code": F(clusters.code), "score": F(clusters.score)}
        select = compile_select(rows.order_by(), expressions, layer.geometry)
        min_x, max_x, min_y, max_y = tile.compute_cell_range(cell_zoom)
        box = {"min_x": min_x, "max_x": max_x, "min_y": min_y, "max_y": max_y}
        select = replace(select, sql=SQL["members"].format(rows=select.sql, cell_z=cell_zoom, **box))
    parts = {
        "score": clusters.score_name,
        "shift": cell_zoom - wanted,
        "codes": ", ".join(f"{code}::integer AS {code}" for code in clusters.codes),
        "counts": ", ".join(f"coalesce(sum(n) FILTER (WHERE code = '{code}'), 0) AS {code}" for code in clusters.codes),
    }
    return _execute_tile_query("clusters", layer, tile, select, **parts)


def _execute_tile_query(query: str, layer: Layer, tile: Tile, select: CompiledSelect, **parts: Any) -> bytes:
    statement = SQL[query].format(layer=layer.name, z=tile.z, x=tile.x, y=tile.y, rows=select.sql, **parts)
    with connection.cursor() as cursor:
        cursor.execute(statement, select.params)
        return bytes(cursor.fetchone()[0] or b"")


def list_tile_fields(layer: Layer) -> dict[str, str]:
    """Return the properties of a layer's features with their types, for its TileJSON."""
    # Under no filter: a layer's filters may add the sums that its properties show.
    rows = layer.filter_rows(layer.model._default_manager.all(), {})
    select = compile_select(rows, layer.build_expressions(layer.tile_properties, None))
    names = {"flag": "Boolean", "integer": "Number", "number": "Number"}
    found = {column.public_name: names.get(column.kind, "String") for column in select.columns}
    if layer.clusters:
        grouped_names = ("nombre", layer.clusters.score_name, *layer.clusters.codes)
        found |= dict.fromkeys(grouped_names, "Number")
    return found
