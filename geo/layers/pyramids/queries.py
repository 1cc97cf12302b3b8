"""Make all tiles of a zoom, with all their layers, by one statement: for files of tiles that are used offline.

A tile holds what `geo.layers.tiles` renders for the same caller and filters; only the order of its features may differ.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import connection

from config.caller import Caller
from config.sql import Queries
from geo.layers.tiles.queries import (
    build_cell_rows,
    build_cluster_parts,
    build_feature_parts,
    build_member_rows,
    choose_cell_zooms,
    remove_comments,
)
from geo.layers.tiles.rules import CLUSTER_ZOOM, CROWD_ZOOM
from geo.layers.types import Clusters, Layer

SQL = Queries(__file__, "pyramids.sql")
# Rows are fetched in blocks of so many tiles: a crowded tile is a few hundred kilobytes.
BLOCK_TILES = 50


def stream_tiles(
    layers: Sequence[Layer], z: int, user: Caller, values: Mapping[str, Any]
) -> Iterator[tuple[int, int, bytes]]:
    """Yield column, row and bytes of each tile of a zoom that holds a feature of a layer that `user` sees.

    Must run in a transaction: the database keeps the tiles, and memory does not grow with their number.
    """
    parts = [
        f"SELECT {place} AS place, x, y, tile FROM ({_compose_zoom_sql(layer, z, user, values)}) AS made"
        for place, layer in enumerate(layers)
    ]
    if not parts:
        return
    statement = remove_comments(SQL["tiles"]).format(layers=" UNION ALL ".join(parts))
    with connection.chunked_cursor() as cursor:
        # Without parameters, but with a mapping: percent signs in the statement are doubled.
        cursor.execute(statement, {})
        while found := cursor.fetchmany(BLOCK_TILES):
            for x, y, tile in found:
                if tile:
                    yield x, y, bytes(tile)


def _compose_zoom_sql(layer: Layer, z: int, user: Caller, values: Mapping[str, Any]) -> str:
    """Return the SELECT of a layer's tiles of a zoom: the same choice of clusters and features as for one tile."""
    if layer.clusters and z <= CLUSTER_ZOOM:
        return _compose_clusters_sql(layer, layer.clusters, z, user, values)
    parts = build_feature_parts(layer, z, user, values)
    features = remove_comments(SQL["features"]).format(z=z, count=1 << z, **parts)
    if not layer.clusters or z > CROWD_ZOOM or not layer.is_supported_by_cells(values):
        return features
    return remove_comments(SQL["crowd_or_features"]).format(
        clusters=_compose_clusters_sql(layer, layer.clusters, z, user, values),
        features=features,
        cells=_compose_cells_sql(layer, z, user, values),
        most=int(settings.MAP_TILE_MAX_POINTS),
    )


def _compose_clusters_sql(layer: Layer, clusters: Clusters, z: int, user: Caller, values: Mapping[str, Any]) -> str:
    wanted, cell_zoom = choose_cell_zooms(layer, z, values)
    if layer.is_supported_by_cells(values):
        members = _compose_cells_sql(layer, cell_zoom, user, values)
    else:
        rows = build_member_rows(layer, clusters, user, values)
        members = remove_comments(SQL["members"]).format(rows=rows, cell_z=cell_zoom)
    return remove_comments(SQL["clusters"]).format(
        z=z,
        below=wanted - z,
        shift=cell_zoom - wanted,
        members=members,
        **build_cluster_parts(layer, clusters, z, wanted),
    )


def _compose_cells_sql(layer: Layer, cell_zoom: int, user: Caller, values: Mapping[str, Any]) -> str:
    return remove_comments(SQL["cells"]).format(rows=build_cell_rows(layer, cell_zoom, user, values))
