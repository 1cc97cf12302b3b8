"""Check the sums by map cell for `manage.py check_data`."""

from django.db import connection

from geo.layers.cells import STORED_ZOOMS

KEPT = """
SELECT zoom, coalesce(sum(n), 0), coalesce(sum(avec_pmt), 0), coalesce(sum(somme_pmt), 0)
FROM unnest(%s) AS zoom LEFT JOIN {table} ON z = zoom GROUP BY zoom ORDER BY zoom
"""
COUNTED = "SELECT count(*), count(score_pmt), coalesce(sum(score_pmt), 0) FROM {rows} WHERE geom IS NOT NULL"


def compare_cells(table: str, rows: str) -> str | None:
    """Describe the zoom at which `table` differs from `rows` (SQL with `geom` and `score_pmt`), or return None."""
    with connection.cursor() as cursor:
        cursor.execute(COUNTED.format(rows=rows))
        counted = cursor.fetchone()
        cursor.execute(KEPT.format(table=table), [list(STORED_ZOOMS)])
        for zoom, *kept in cursor.fetchall():
            if tuple(kept) != counted:
                return (
                    f"cells of zoom {zoom} say {', '.join(map(str, kept))}; the rows are {', '.join(map(str, counted))}"
                )
    return None
