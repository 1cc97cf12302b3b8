"""Check the sums by map cell for `manage.py check_data`."""

from django.db import connection

from geo.layers.cells.rules import STORED_ZOOMS
from geo.layers.types import NOWHERE

CELL_SUMS_SQL = """
SELECT zoom, coalesce(sum(n), 0), coalesce(sum(avec_pmt), 0), coalesce(sum(somme_pmt), 0)
FROM unnest(%s) AS zoom LEFT JOIN {table} ON z = zoom AND {place} GROUP BY zoom ORDER BY zoom
"""
ROW_SUMS_SQL = "SELECT count(*), count(score_pmt), coalesce(sum(score_pmt), 0) FROM {rows} WHERE {place}"


def compare_cells(table: str, rows: str, counts_unplaced: bool = False) -> str | None:
    """Describe the zoom at which `table` differs from `rows` (SQL with `geom` and `score_pmt`), or return None.

    With `counts_unplaced`, the rows without position are compared, too, with the cell that is theirs.
    """
    found = _compare_sums(table, f"x <> {NOWHERE}", rows, "geom IS NOT NULL")
    if found or not counts_unplaced:
        return found
    return _compare_sums(table, f"x = {NOWHERE}", rows, "geom IS NULL")


def _compare_sums(table: str, cells: str, rows: str, place: str) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute(ROW_SUMS_SQL.format(rows=rows, place=place))
        counted = cursor.fetchone()
        cursor.execute(CELL_SUMS_SQL.format(table=table, place=cells), [list(STORED_ZOOMS)])
        for zoom, *stored in cursor.fetchall():
            if tuple(stored) != counted:
                cell_sums, row_sums = (", ".join(map(str, sums)) for sums in (stored, counted))
                return f"cells of zoom {zoom} say {cell_sums}; the rows are {row_sums}"
    return None
