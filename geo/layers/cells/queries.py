"""Query the sums by map cell of layers of points (`MapCell`), and build the SQL that maintains them.

For each statement, a statement-level trigger appends the grouped difference that the statement made; `fold_sums` adds
up the appended rows later. So a reader sums few rows, and writers never wait for each other.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, Sum

from config.caller import Caller
from geo.layers.cells.rules import CELL_SUM_FIELDS, FINEST_ZOOM, STORED_ZOOMS
from geo.layers.types import NOWHERE, CellCounts, Layer


def count_rows_by_cells(layer: Layer, user: Caller, values: Mapping[str, Any]) -> CellCounts | None:
    """Count the rows with and without a position under these filters; None if the layer's cells do not support them."""
    clusters = layer.clusters
    if clusters is None or not layer.is_supported_by_cells(values):
        return None
    rows = layer.find_all_cells(STORED_ZOOMS[0], user, values)
    found = rows.aggregate(placed=Sum("n", filter=~Q(x=NOWHERE)), unplaced=Sum("n", filter=Q(x=NOWHERE)))
    return CellCounts(int(found["placed"] or 0), int(found["unplaced"] or 0) if clusters.counts_unplaced else None)


def build_append_cells_sql(table: str, keys: str, source: str) -> str:
    """Return the statement that appends to `table` what the rows of `source` add to or subtract from its cells.

    `source` is a SELECT of `sign` (1 or -1), `lon`, `lat` (degrees), `score` and the columns `keys` of each point.
    """
    sums = ", ".join(CELL_SUM_FIELDS)
    added = ", ".join(f"sum({name})" for name in CELL_SUM_FIELDS)
    coarser = ", ".join(f"({zoom})" for zoom in STORED_ZOOMS[:-1])
    return f"""
    WITH fine AS MATERIALIZED (
      SELECT tile_x(lon, {FINEST_ZOOM}) AS x, tile_y(lat, {FINEST_ZOOM}) AS y, {keys}, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score IS NOT NULL), 0) AS avec_pmt,
             coalesce(sum(sign * score), 0) AS somme_pmt, sum(sign * round(lon * 1000000)::bigint) AS somme_lon,
             sum(sign * round(lat * 1000000)::bigint) AS somme_lat
      FROM ({source}) AS placed
      GROUP BY 1, 2, {keys})
    INSERT INTO {table} (z, x, y, {keys}, {sums})
    SELECT * FROM (
      SELECT {FINEST_ZOOM} AS z, x, y, {keys}, {sums} FROM fine
      UNION ALL
      SELECT z, x >> ({FINEST_ZOOM} - z), y >> ({FINEST_ZOOM} - z), {keys}, {added}
      FROM fine CROSS JOIN (VALUES {coarser}) AS coarser (z)
      GROUP BY 1, 2, 3, {keys}) AS difference
    WHERE ({sums}) IS DISTINCT FROM ({", ".join("0" for _ in CELL_SUM_FIELDS)});
    """
