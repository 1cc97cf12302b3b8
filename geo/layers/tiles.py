"""Render vector tiles in the database: single features at high zoom, clusters of them at low zoom."""

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.utils.translation import get_language

from config.caller import Caller
from config.sql import Queries
from geo.layers.catalogue import Box, Clusters, Layer
from geo.layers.cells import FINEST, choose_stored_zoom
from geo.layers.compiling import CompiledSelect, compile_select
from geo.layers.expressions import RawColumn

SQL = Queries(__file__, "tiles.sql")
MIN_ZOOM, MAX_ZOOM = 0, 22
# Clients scale up the tiles of this zoom for deeper ones: the grid of a tile is 15 cm here.
DEEPEST = 16
# Up to this zoom a tile holds clusters; above it, single features.
CLUSTER_ZOOM = 13
# A tile has 32 x 32 cells (16 x 16 at zoom 13, the finest cells stored).
CELLS_A_TILE = 5
# The deepest zoom at which a crowded tile still holds clusters, and the zoom of the cells that count its rows.
CROWD_ZOOM = 14
CONTOUR_ZOOM = 9
BUFFER = 64 / 4096
# Part of the ETag: increase it when the content of tiles changes.
SHAPE_OF_TILES = 1


# Not mercantile: no release since 2021, no margins, and half of this is SQL (docs/decisions/0074-small-libraries.md).
@dataclass(frozen=True)
class Tile:
    """Identify a tile of the web-mercator scheme."""

    z: int
    x: int
    y: int

    @property
    def exists(self) -> bool:
        return MIN_ZOOM <= self.z <= MAX_ZOOM and 0 <= self.x < 1 << self.z and 0 <= self.y < 1 << self.z

    def box(self, buffer: float = BUFFER) -> Box:
        """Return west, south, east, north in degrees, with a margin of `buffer` sides, clamped to the world."""
        count = 1 << self.z
        west, east = ((self.x + at) / count * 360 - 180 for at in (-buffer, 1 + buffer))
        north, south = (_compute_latitude((self.y + at) / count) for at in (-buffer, 1 + buffer))
        return max(west, -180.0), max(south, -90.0), min(east, 180.0), min(north, 90.0)

    def cells(self, z: int) -> tuple[int, int, int, int]:
        """Return min x, max x, min y, max y of the tile's cells at the deeper zoom `z`."""
        deeper = z - self.z
        return self.x << deeper, (self.x + 1 << deeper) - 1, self.y << deeper, (self.y + 1 << deeper) - 1


def _compute_latitude(part: float) -> float:
    """Return the latitude at a fraction (0 north, 1 south) of the projection's height."""
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * part))))


def find_layer_version(layer: Layer) -> int:
    """Return the version of the data in the layer's tiles: one query."""
    return SQL.fetch_one("version", {"layers": list(layer.depends_on)})["version"]


def compute_tile_etag(layer: Layer, tile: Tile, user: Caller, values: Mapping[str, Any], language: str) -> str:
    """Return the ETag of a tile from layer version, scope, filters and language, without rendering the tile."""
    scope = None if user.region_ids is None else sorted(map(str, user.region_ids))
    asked = sorted((name, str(value)) for name, value in values.items() if layer.asked(name, value))
    known = (
        SHAPE_OF_TILES,
        layer.name,
        tile,
        find_layer_version(layer),
        scope,
        asked,
        language,
        settings.MAP_TILE_MAX_POINTS,
    )
    return f'"{hashlib.blake2b(repr(known).encode(), digest_size=12).hexdigest()}"'


def render_tile(layer: Layer, tile: Tile, user: Caller, values: Mapping[str, Any]) -> bytes:
    """Render the tile; return empty bytes when it has no feature."""
    if layer.clusters and is_clustered(layer, tile, user, values):
        return _render_clusters(layer, layer.clusters, tile, user, values)
    return _render_features(layer, tile, user, values)


def is_clustered(layer: Layer, tile: Tile, user: Caller, values: Mapping[str, Any]) -> bool:
    """Return whether a tile holds clusters: up to CLUSTER_ZOOM, or CROWD_ZOOM if rows exceed MAP_TILE_MAX_POINTS."""
    if tile.z <= CLUSTER_ZOOM:
        return True
    if tile.z > CROWD_ZOOM or not layer.is_answered_by_cells(values):
        return False
    select = _compile_tile_cells_select(layer, tile, CROWD_ZOOM, user, values)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT coalesce(sum(n), 0) FROM ({select.sql}) AS cell", select.params)
        return cursor.fetchone()[0] > settings.MAP_TILE_MAX_POINTS


def _render_features(layer: Layer, tile: Tile, user: Caller, values: Mapping[str, Any]) -> bytes:
    is_rough = layer.contour is not None and tile.z <= CONTOUR_ZOOM
    select = _compile_features_select(layer, is_rough, *_build_select_key(user, values))
    columns = [f'{_build_tile_value_sql(one.name, one.kind)} AS "{one.shown}"' for one in select.columns[:-2]]
    # An integer that clients represent exactly and that is stable for the row: the random end of its id.
    columns.append(f"('x' || right({select.columns[-2].name}::text, 12))::bit(48)::bigint AS fid")
    west, south, east, north = tile.box()
    return _execute_tile_query(
        "points", layer, tile, select, columns=", ".join(columns),
        place=select.columns[-1].name, box=f"ST_MakeEnvelope({west!r}, {south!r}, {east!r}, {north!r}, 4326)",
    )  # fmt: skip


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
    expressions = layer.expressions(layer.tile, user) | {"fid": F("pk"), "place": RawColumn(F(layer.geometry))}
    rows = layer.filtered(layer.rows(user), values).order_by()
    return compile_select(rows, expressions, layer.contour if is_rough else layer.geometry)


@lru_cache(maxsize=512)
def _compile_cells_select(
    layer: Layer, zoom: int, regions: Any, permissions: Any, given: Any, language: str
) -> CompiledSelect:
    """Compile the SELECT of the stored cells of a zoom, its columns named as `clusters` reads them."""
    clusters: Any = layer.clusters
    columns = {"cell_x": "x", "cell_y": "y", "n": "n", "avec": "avec_pmt", "somme": "somme_pmt", "lon": "somme_lon"}
    columns |= {"lat": "somme_lat", "code": clusters.cell_code}
    rows = layer.cells(zoom, *_restore_caller_and_values(regions, permissions, given)).order_by()
    select = compile_select(rows, {name: F(column) for name, column in columns.items()})
    renamed = ", ".join(f"c{at} AS {name}" for at, name in enumerate(columns))
    return CompiledSelect(f"SELECT {renamed} FROM ({select.sql}) AS sums", select.params, select.columns)


def _build_tile_value_sql(name: str, kind: str) -> str:
    """Cast a column to a type that tiles support: text, integer, double or boolean."""
    return f"{name}::{ {'uuid': 'text', 'number': 'double precision'}[kind] }" if kind in ("uuid", "number") else name


def _compile_tile_cells_select(
    layer: Layer, tile: Tile, z: int, user: Caller, values: Mapping[str, Any]
) -> CompiledSelect:
    """Return the SELECT of the stored cells of zoom `z` that lie in the tile, in scope and under the filters."""
    select = _compile_cells_select(layer, z, *_build_select_key(user, values))
    min_x, max_x, min_y, max_y = tile.cells(z)
    within = f"cell_x BETWEEN {min_x} AND {max_x} AND cell_y BETWEEN {min_y} AND {max_y}"
    return CompiledSelect(f"SELECT * FROM ({select.sql}) AS cell WHERE {within}", select.params, select.columns)


def _render_clusters(layer: Layer, clusters: Clusters, tile: Tile, user: Caller, values: Mapping[str, Any]) -> bytes:
    wanted = min(tile.z + CELLS_A_TILE, FINEST)
    if layer.is_answered_by_cells(values):
        kept = choose_stored_zoom(wanted)
        select = _compile_tile_cells_select(layer, tile, kept, user, values)
    else:
        kept = wanted
        found = layer.within(layer.filtered(layer.rows(user), values), tile.box())
        names_of = {"code": F(clusters.code), "score": F(clusters.score)}
        select = compile_select(found.order_by(), names_of, layer.geometry)
        min_x, max_x, min_y, max_y = tile.cells(kept)
        box = {"min_x": min_x, "max_x": max_x, "min_y": min_y, "max_y": max_y}
        select = replace(select, sql=SQL["members"].format(rows=select.sql, cell_z=kept, **box))
    return _execute_tile_query(
        "clusters", layer, tile, select, score=clusters.score_name,
        shift=kept - wanted, codes=", ".join(f"{code}::integer AS {code}" for code in clusters.codes),
        counts=", ".join(f"coalesce(sum(n) FILTER (WHERE code = '{code}'), 0) AS {code}" for code in clusters.codes),
    )  # fmt: skip


def _execute_tile_query(query: str, layer: Layer, tile: Tile, select: CompiledSelect, **parts: Any) -> bytes:
    statement = SQL[query].format(layer=layer.name, z=tile.z, x=tile.x, y=tile.y, rows=select.sql, **parts)
    with connection.cursor() as cursor:
        cursor.execute(statement, select.params)
        return bytes(cursor.fetchone()[0] or b"")


def list_tile_fields(layer: Layer) -> dict[str, str]:
    """Return the properties of a layer's features with their types, for its TileJSON."""
    rows: Any = layer.model._default_manager
    select = compile_select(rows.all(), layer.expressions(layer.tile, None))
    names = {"flag": "Boolean", "integer": "Number", "number": "Number"}
    found = {column.shown: names.get(column.kind, "String") for column in select.columns}
    if layer.clusters:
        grouped_names = ("nombre", layer.clusters.score_name, *layer.clusters.codes)
        found |= dict.fromkeys(grouped_names, "Number")
    return found
