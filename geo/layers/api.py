"""Export what other features may use of layers; the rest of the package is private."""

from geo.layers.areas.layer import LOCALITY_LAYER
from geo.layers.areas.queries import compute_extent
from geo.layers.cells.checks import compare_cells
from geo.layers.cells.queries import build_append_cells_sql
from geo.layers.cells.rules import CELL_SUM_FIELDS
from geo.layers.cells.services import fold_sums
from geo.layers.exports.queries import BOM, build_csv_cell_sql, stream_copy
from geo.layers.exports.services import FOLDER_PREFIX, write_layer
from geo.layers.filters import AreaFilters
from geo.layers.hooks import map_layers
from geo.layers.pyramids.queries import stream_tiles
from geo.layers.queries import (
    count_layer_rows,
    count_rows,
    find_layer_version,
    find_map_version,
    list_items,
    list_placed_items,
)
from geo.layers.services import fold_changes
from geo.layers.sql.expressions import measure_metres_to, select_contact, select_latitude, select_longitude
from geo.layers.sql.selects import build_json_object_sql, compile_select
from geo.layers.tiles.queries import list_tile_fields
from geo.layers.tiles.rules import DEEPEST_ZOOM, MIN_ZOOM
from geo.layers.tiles.views import VectorTile
from geo.layers.types import (
    Clusters,
    ItemList,
    Layer,
    Property,
    build_box_condition,
)

__all__ = [
    "AreaFilters",
    "BOM",
    "CELL_SUM_FIELDS",
    "Clusters",
    "DEEPEST_ZOOM",
    "FOLDER_PREFIX",
    "ItemList",
    "LOCALITY_LAYER",
    "Layer",
    "MIN_ZOOM",
    "Property",
    "VectorTile",
    "build_append_cells_sql",
    "build_box_condition",
    "build_csv_cell_sql",
    "build_json_object_sql",
    "compare_cells",
    "compile_select",
    "compute_extent",
    "count_layer_rows",
    "count_rows",
    "find_layer_version",
    "find_map_version",
    "fold_changes",
    "fold_sums",
    "list_items",
    "list_placed_items",
    "list_tile_fields",
    "map_layers",
    "measure_metres_to",
    "select_contact",
    "select_latitude",
    "select_longitude",
    "stream_copy",
    "stream_tiles",
    "write_layer",
]
