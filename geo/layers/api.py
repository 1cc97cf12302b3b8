"""Export what other features may use of layers; the rest of the package is private."""

from geo.layers.areas import LOCALITIES
from geo.layers.caching import cache_response
from geo.layers.catalogue import (
    AREAS,
    LAYERS,
    Clusters,
    Filter,
    Layer,
    Property,
    build_codes_filter,
    build_flag_filter,
    build_ids_filter,
    build_text_filter,
    register_layer,
)
from geo.layers.cells import SUMS, build_append_cells_sql
from geo.layers.compiling import compile_select
from geo.layers.expressions import (
    measure_metres_to,
    select_contact,
    select_latitude,
    select_longitude,
)
from geo.layers.extent import compute_extent
from geo.layers.invariants import compare_cells
from geo.layers.lists import (
    ItemList,
    count_rows,
    count_rows_by_cells,
    list_items,
)
from geo.layers.services import fold_changes, fold_sums
from geo.layers.tiles import find_layer_version

__all__ = [
    "AREAS",
    "Clusters",
    "Filter",
    "ItemList",
    "LAYERS",
    "LOCALITIES",
    "Layer",
    "Property",
    "SUMS",
    "build_append_cells_sql",
    "build_codes_filter",
    "build_flag_filter",
    "build_ids_filter",
    "build_text_filter",
    "cache_response",
    "compare_cells",
    "compile_select",
    "compute_extent",
    "count_rows",
    "count_rows_by_cells",
    "find_layer_version",
    "fold_changes",
    "fold_sums",
    "list_items",
    "measure_metres_to",
    "register_layer",
    "select_contact",
    "select_latitude",
    "select_longitude",
]
