"""Build the SQL that maintains sums by map cell for layers of points at low zooms (`geo.layers.models.MapCell`).

For each statement, a statement-level trigger appends the grouped difference that the statement made; `fold_sums` adds
up the appended rows later. So a reader sums few rows, and writers never wait for each other.
"""

from typing import Final

# Zooms whose cells are stored. A tile reads the coarsest stored zoom that is fine enough: as they are three zooms
# apart, it adds up at most 64 stored cells for each cell in the tile.
STORED_ZOOMS: Final = (8, 11, 14, 17)
FINEST: Final = STORED_ZOOMS[-1]
SUMS: Final = ("n", "avec_pmt", "somme_pmt", "somme_lon", "somme_lat")


def choose_stored_zoom(wanted: int) -> int:
    """Return the coarsest stored zoom whose cells are at most as large as those of `wanted`."""
    return next((zoom for zoom in STORED_ZOOMS if zoom >= wanted), FINEST)


def build_append_cells_sql(table: str, keys: str, source: str) -> str:
    """Return the statement that appends to `table` what the rows of `source` add to or subtract from its cells.

    `source` is a SELECT of `sign` (1 or -1), `lon`, `lat` (degrees), `score` and the columns `keys` of each point.
    """
    sums = ", ".join(SUMS)
    added = ", ".join(f"sum({name})" for name in SUMS)
    coarser = ", ".join(f"({zoom})" for zoom in STORED_ZOOMS[:-1])
    return f"""
    WITH fine AS MATERIALIZED (
      SELECT tile_x(lon, {FINEST}) AS x, tile_y(lat, {FINEST}) AS y, {keys}, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score IS NOT NULL), 0) AS avec_pmt,
             coalesce(sum(sign * score), 0) AS somme_pmt, sum(sign * round(lon * 1000000)::bigint) AS somme_lon,
             sum(sign * round(lat * 1000000)::bigint) AS somme_lat
      FROM ({source}) AS placed
      GROUP BY 1, 2, {keys})
    INSERT INTO {table} (z, x, y, {keys}, {sums})
    SELECT * FROM (
      SELECT {FINEST} AS z, x, y, {keys}, {sums} FROM fine
      UNION ALL
      SELECT z, x >> ({FINEST} - z), y >> ({FINEST} - z), {keys}, {added}
      FROM fine CROSS JOIN (VALUES {coarser}) AS coarser (z)
      GROUP BY 1, 2, 3, {keys}) AS difference
    WHERE ({sums}) IS DISTINCT FROM ({", ".join("0" for _ in SUMS)});
    """
