"""Render vector tiles in the database: single features at high zoom, clusters of them at low zoom."""

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import F, IntegerField, Value
from django.db.models.functions import Cast
from django.utils.translation import get_language

from config.caller import Caller
from config.sql import Queries, open_planned_cursor
from geo.layers.cells.rules import FINEST_ZOOM, choose_stored_zoom
from geo.layers.queries import LAYER_VERSION, find_layer_version
from geo.layers.sql.expressions import RawColumn
from geo.layers.sql.selects import CompiledSelect, compile_select
from geo.layers.tiles.rules import (
    CLUSTER_ZOOM,
    CONTOUR_ZOOM,
    CROWD_ZOOM,
    GROUP_PIXELS,
    PLANNED_ZOOM,
    TILE_CONTENT_VERSION,
    WORLD_METRES,
    Tile,
    compute_cell_pixels,
    compute_line_tolerance,
    find_cell_zoom,
)
from geo.layers.types import Clusters, Layer
from geo.scope.api import list_row_permissions, sees_all_rows

SQL = Queries(__file__, "tiles.sql")
COMMENT_LINE = re.compile(r"^--.*\n", re.MULTILINE)


def compute_tile_etag(
    layer: Layer, version: int | bytes, tile: Tile, user: Caller, values: Mapping[str, Any], language: str
) -> str:
    """Return the ETag of a version of a tile: it also depends on scope, filters and language.

    The permissions on which the rows depend are part of the scope: who loses one is not told that nothing changed.
    """
    scope = None if user.region_ids is None else sorted(map(str, user.region_ids))
    filters = sorted((name, str(value)) for name, value in layer.filters.select_values(values).items())
    known = (
        TILE_CONTENT_VERSION,
        layer.name,
        tile,
        version,
        scope,
        sorted(list_row_permissions(layer.model, user)),
        filters,
        language,
        settings.MAP_TILE_MAX_POINTS,
    )
    return f'"{hashlib.blake2b(repr(known).encode(), digest_size=12).hexdigest()}"'


def find_tile_version(layer: Layer, tile: Tile, user: Caller, values: Mapping[str, Any]) -> int | bytes:
    """Return the layer's version, which costs no rendering; to who does not see all its rows, what the tile holds.

    The layer's version would tell him that a row which he may not know of has changed.
    """
    if _sees_all_rows(layer, user):
        return find_layer_version(layer)
    return render_tile(layer, tile, user, values)[1]


def _sees_all_rows(layer: Layer, user: Caller) -> bool:
    """Return whether no row of the layer in the user's regions is hidden from him."""
    if layer.row_permissions is None:
        return sees_all_rows(layer.model, user)
    return layer.row_permissions <= user.permissions


def render_tile(layer: Layer, tile: Tile, user: Caller, values: Mapping[str, Any]) -> tuple[bytes, int | bytes]:
    """Render the tile with one statement, and return it with its version (see `find_tile_version`).

    A tile without features is empty bytes.
    """
    params: dict[str, Any] = {
        "layer": layer.name,
        "z": tile.z,
        "x": tile.x,
        "y": tile.y,
        "most": settings.MAP_TILE_MAX_POINTS,
    }
    params |= dict(zip(("west", "south", "east", "north"), tile.compute_box(), strict=True))
    compose = _compose_statement.__wrapped__ if layer.filters.is_read_from_rows(values) else _compose_statement
    statement = compose(layer, tile.z, *_build_select_key(user, values))
    with open_planned_cursor() if tile.z >= PLANNED_ZOOM else connection.cursor() as cursor:
        cursor.execute(statement, params)
        body, version = cursor.fetchone()
    tile_body = bytes(body or b"")
    return tile_body, int(version) if _sees_all_rows(layer, user) else tile_body


def _build_select_key(user: Caller, values: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return a hashable key of what a layer's SELECT depends on: scope, permissions, filters, language of labels."""
    given = tuple((name, tuple(v) if isinstance(v, list) else v) for name, v in values.items() if v is not None)
    return user.region_ids, user.permissions, given, get_language()


def _restore_caller_and_values(regions: Any, permissions: frozenset[str], given: Any) -> tuple[Any, dict[str, Any]]:
    """Rebuild the user and the filters from the values of `_build_select_key`."""
    user = SimpleNamespace(region_ids=regions, permissions=permissions, holds=permissions.__contains__)
    return user, {name: list(value) if isinstance(value, tuple) else value for name, value in given}


# Composing a statement takes longer than PostgreSQL needs for a small tile. What is left to fill in is the tile.
@lru_cache(maxsize=1024)
def _compose_statement(layer: Layer, z: int, regions: Any, permissions: Any, given: Any, language: str) -> str:
    """Compose the statement that answers a tile of a zoom, and the version of the layer."""
    tile = _compose_tile_sql(layer, z, *_restore_caller_and_values(regions, permissions, given))
    return f"SELECT ({tile}) AS tile, ({remove_comments(LAYER_VERSION)}) AS version"


def remove_comments(query: str) -> str:
    """Return a query without its comments: psycopg parses a statement of over 4 KB anew each time that it is run."""
    return COMMENT_LINE.sub("", query)


def _compose_tile_sql(layer: Layer, z: int, user: Caller, values: Mapping[str, Any]) -> str:
    """Return the SELECT of a tile: clusters up to CLUSTER_ZOOM, single features above it.

    Up to CROWD_ZOOM a tile with more than `most` rows, as its cells count them, has clusters.
    """
    if layer.clusters and z <= CLUSTER_ZOOM:
        return _compose_clusters_sql(layer, layer.clusters, z, user, values)
    features = _compose_features_sql(layer, z, user, values)
    if not layer.clusters or z > CROWD_ZOOM or not layer.is_supported_by_cells(values):
        return features
    crowd = _compose_cells_sql(layer, z, CROWD_ZOOM, user, values)
    clusters = _compose_clusters_sql(layer, layer.clusters, z, user, values)
    return remove_comments(SQL["crowd_or_features"]).format(cells=crowd, clusters=clusters, features=features)


def fill_in(select: CompiledSelect) -> str:
    """Return the text of a SELECT with its parameters written into it, for a statement that has others."""
    operations: Any = connection.ops
    return str(operations.compose_sql(select.sql, select.params)).replace("%", "%%")


def _compose_features_sql(layer: Layer, z: int, user: Caller, values: Mapping[str, Any]) -> str:
    return remove_comments(SQL["features"]).format(**build_feature_parts(layer, z, user, values))


def build_feature_parts(layer: Layer, z: int, user: Caller, values: Mapping[str, Any]) -> dict[str, str]:
    """Return what a statement that makes single features of a zoom is filled with: layer, columns, place and rows."""
    expressions = layer.build_expressions(layer.tile_properties, user)
    expressions |= {"fid": F("pk"), "place": RawColumn(F(layer.geometry))}
    is_rough = layer.contour is not None and z <= CONTOUR_ZOOM
    rows = layer.find_rows_at(z, user, values).order_by()
    select = compile_select(rows, expressions, layer.contour if is_rough else layer.geometry)
    *properties, fid, place = select.columns
    columns = [
        f'{_build_tile_value_sql(column.sql_name, column.kind)} AS "{column.public_name}"' for column in properties
    ]
    # An integer that clients represent exactly and that is stable for the row: the random end of its id.
    columns.append(f"('x' || right({fid.sql_name}::text, 12))::bit(48)::bigint AS fid")
    return {
        "layer": layer.name,
        "columns": ", ".join(columns),
        "place": place.sql_name,
        "rows": fill_in(select),
        "mercator": _build_mercator_sql(layer, z),
    }


def _build_mercator_sql(layer: Layer, z: int) -> str:
    """Project a row's shape; of lines only the corners that are seen at this zoom are left."""
    projected = "ST_Transform(rows.shape, 3857)"
    return f"ST_Simplify({projected}, {compute_line_tolerance(z):.3f})" if layer.shape == "LineString" else projected


def _build_tile_value_sql(name: str, kind: str) -> str:
    """Cast a column to a type that tiles support: text, integer, double or boolean."""
    return f"{name}::{ {'uuid': 'text', 'number': 'double precision'}[kind] }" if kind in ("uuid", "number") else name


def _compose_clusters_sql(layer: Layer, clusters: Clusters, z: int, user: Caller, values: Mapping[str, Any]) -> str:
    wanted, cell_zoom = choose_cell_zooms(layer, z, values)
    if layer.is_supported_by_cells(values):
        members = _compose_cells_sql(layer, z, cell_zoom, user, values)
    else:
        members = _compose_members_sql(layer, clusters, z, cell_zoom, user, values)
    parts = build_cluster_parts(layer, clusters, z, wanted)
    return remove_comments(SQL["clusters"]).format(shift=cell_zoom - wanted, members=members, **parts)


def choose_cell_zooms(layer: Layer, z: int, values: Mapping[str, Any]) -> tuple[int, int]:
    """Return the zoom of the cells that a tile shows, and that of the cells that they are summed from."""
    wanted = min(find_cell_zoom(z), FINEST_ZOOM)
    return wanted, choose_stored_zoom(wanted) if layer.is_supported_by_cells(values) else wanted


def build_cluster_parts(layer: Layer, clusters: Clusters, z: int, wanted: int) -> dict[str, str]:
    """Return what a statement that makes clusters of cells of the zoom `wanted` is filled with besides its cells."""
    counts = (f"coalesce(sum(n) FILTER (WHERE code = '{code}'), 0)::integer AS {code}" for code in clusters.codes)
    return {
        "layer": layer.name,
        "position": _build_position_sql(z, wanted),
        "score": _build_mean_sql(clusters),
        "codes": ", ".join(clusters.codes),
        "counts": ", ".join(counts),
    }


def _build_position_sql(z: int, wanted: int) -> str:
    """Return SQL of the point of a cell nearest to the mean position of its rows whose circle lies within the cell."""
    cell = f"ST_TileEnvelope({wanted}, cx::integer, cy::integer)"
    side, pixels = WORLD_METRES / (1 << wanted), compute_cell_pixels(wanted - z)
    radii = ", ".join(f"({least} + {of_root} * sqrt(nombre)) / {pixels}" for least, of_root in GROUP_PIXELS)
    mean = (
        "ST_Transform(ST_SetSRID(ST_MakePoint(lon / nombre / 1000000, "
        "least(greatest(lat / nombre / 1000000, -85.0511), 85.0511)), 4326), 3857)"
    )
    # A half of the cell would leave no room that has an inside.
    return f"ST_ClosestPoint(ST_Expand({cell}, least({radii}, 0.49) * {-side:.6f}), {mean})"


def _build_mean_sql(clusters: Clusters) -> str:
    """Return the column of the mean score, with its comma; nothing for a layer without scores."""
    name = clusters.score_name
    return f'round(somme / nullif(avec, 0), 2)::double precision AS "{name}", ' if name else ""


def _compose_cells_sql(layer: Layer, z: int, cell_zoom: int, user: Caller, values: Mapping[str, Any]) -> str:
    """Return the SELECT of the stored cells that lie in the tile, in scope and under the filters."""
    rows = build_cell_rows(layer, cell_zoom, user, values)
    return remove_comments(SQL["cells"]).format(rows=rows, deeper=cell_zoom - z)


def build_cell_rows(layer: Layer, cell_zoom: int, user: Caller, values: Mapping[str, Any]) -> str:
    """Return the SELECT of the stored cells of a zoom, in scope and under the filters."""
    clusters: Any = layer.clusters
    columns = ("x", "y", "n", "avec_pmt", "somme_pmt", "somme_lon", "somme_lat", clusters.cell_code)
    rows = layer.find_cells(cell_zoom, user, values).order_by()
    return fill_in(compile_select(rows, {column: F(column) for column in columns}))


def _compose_members_sql(
    layer: Layer, clusters: Clusters, z: int, cell_zoom: int, user: Caller, values: Mapping[str, Any]
) -> str:
    """Return the SELECT of the rows in the tile as cells of one row each, for filters that the cells do not support."""
    rows = build_member_rows(layer, clusters, user, values)
    return remove_comments(SQL["members"]).format(rows=rows, cell_z=cell_zoom, deeper=cell_zoom - z)


def build_member_rows(layer: Layer, clusters: Clusters, user: Caller, values: Mapping[str, Any]) -> str:
    """Return the SELECT of the rows with code, score and place, in scope and under the filters."""
    score = F(clusters.score) if clusters.score else Cast(Value(None), IntegerField())
    expressions: dict[str, Any] = {"code": F(clusters.code), "score": score}
    expressions["place"] = RawColumn(F(layer.geometry))
    return fill_in(compile_select(layer.find_rows(user, values).order_by(), expressions, layer.geometry))


def list_tile_fields(layer: Layer) -> dict[str, str]:
    """Return the properties of a layer's features with their types, for its TileJSON."""
    # Under no filter: a layer's filters may add the sums that its properties show.
    rows = layer.filter_rows(layer.model._default_manager.all(), {})
    select = compile_select(rows, layer.build_expressions(layer.tile_properties, None))
    names = {"flag": "Boolean", "integer": "Number", "number": "Number"}
    found = {column.public_name: names.get(column.kind, "String") for column in select.columns}
    if layer.clusters:
        mean = (layer.clusters.score_name,) if layer.clusters.score_name else ()
        found |= dict.fromkeys(("nombre", *mean, *layer.clusters.codes), "Number")
    return found
