"""Reading densities."""

from typing import Any

import numpy as np
from django.conf import settings
from django.db import connection

from analysis.density.grid import MODES, ROOT3, in_degrees, projection
from analysis.density.sources import points
from config.sql import Queries
from geo.scope.sets import subquery

SQL = Queries(__file__, "density.sql")


def _feature(row: tuple[Any, ...], ring: list[Any], area: float) -> dict[str, Any]:
    _column, _row, count, score, _cells = row
    properties = {
        "count": count,
        "scorePmtMoyen": None if score is None else round(score, 2),
        "densite": round(count / area * 1e6, 4),
    }
    return {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [ring]}, "properties": properties}


def density(user: Any, name: str, size: float, mode: str, filters: dict[str, Any]) -> tuple[list[dict[str, Any]], int]:
    """The non-empty cells of `size` metres as GeoJSON features, fullest first, and how many there are in all.

    `densite` is per square kilometre of the cell's area on the ellipsoid. At most MAP_LIST_MAX_ITEMS are answered.
    """
    rows = points(name, user, filters)
    if rows is None:
        return [], 0
    grid = MODES[mode](size)
    source, params = subquery(rows, "points", "geom", "score_pmt")
    params |= projection() | {"size": size, "high": size * ROOT3, "limit": settings.MAP_LIST_MAX_ITEMS}
    with connection.cursor() as cursor:
        cursor.execute(SQL["cells"].format(points=source, column=grid.column, row=grid.row), params)
        found = cursor.fetchall()
    if not found:
        return [], 0
    rings = in_degrees(grid.outlines(np.array([row[:2] for row in found])))
    return [_feature(row, ring, grid.area) for row, ring in zip(found, rings, strict=True)], found[0][4]
