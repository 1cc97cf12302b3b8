"""Check the sums by map cell for `manage.py check_data`."""

from django.db import connection

from geo.layers.cells.rules import STORED_ZOOMS

CELL_SUMS_SQL = """
SELECT zoom, coalesce(sum(n), 0), coalesce(sum(avec_pmt), 0), coalesce(sum(somme_pmt), 0)
FROM unnest(%s) AS zoom LEFT JOIN {table} ON z = zoom GROUP BY zoom ORDER BY zoom
"""
ROW_SUMS_SQL = "SELECT count(*), count(score_pmt), coalesce(sum(score_pmt), 0) FROM {rows} WHERE geom IS NOT NULL"


def compare_cells(table: str, rows: str) -> str | None:
    """Describe the zoom at which `table` differs from `rows` (SQL with `geom` and `score_pmt`), or return None."""
    with connection.cursor() as cursor:
        cursor.execute(ROW_SUMS_SQL.format(rows=rows))
        counted = cursor.fetchone()
        cursor.execute(CELL_SUMS_SQL.format(table=table), [list(STORED_ZOOMS)])
        for zoom, *stored in cursor.fetchall():
            if tuple(stored) != counted:
                cell_sums, row_sums = (", ".join(map(str, sums)) for sums in (stored, counted))
                return f"cells of zoom {zoom} say {cell_sums}; the rows are {row_sums}"
    return None
