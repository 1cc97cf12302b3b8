"""Compute the areas and the outlines in degrees of grid cells of equal area, given their size in metres.

The cylindrical equal-area projection has no zones: every position on Earth has a cell, even one recorded by mistake on
another continent, where a UTM zone would not reach. It is true to scale on the parallel DENSITY_PARALLEL, which should
cross the country. One degree away from parallel 12, shapes are stretched by 0.4 %; areas are always exact.
"""

import math

import numpy as np
from django.conf import settings
from pyproj import Transformer

# As the API documents them; a type is empty until a feature registers its source.
POINT_TYPES = ("menages", "beneficiaires", "plaintes")
EQUATOR_RADIUS = 6_378_137.0
FLATTENING = 1 / 298.257223563
ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING)
SQRT_3 = math.sqrt(3)


class SquareGrid:
    """Describe a grid of squares whose side is in metres; `query` of density.sql assigns points to cells.

    The query counts eastings and northings in `units`, in metres.
    """

    query = "squares"

    def __init__(self, size: float) -> None:
        self.area = size * size
        self.units = size, size
        self._corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]) * size
        self._step = np.array([size, size])

    def compute_outlines(self, cells: np.ndarray) -> np.ndarray:
        """Return the closed counter-clockwise rings of (n, 2) cells in projected metres, as (n, corners, 2)."""
        rings: np.ndarray = cells[:, None, :] * self._step + self._corners
        return rings


class HexagonGrid(SquareGrid):
    """Describe a grid of hexagons with a corner to the north, `size` metres between opposite sides."""

    query = "hexagons"

    def __init__(self, size: float) -> None:
        self.area = SQRT_3 / 2 * size * size
        self.units = size, size / SQRT_3
        turn = np.radians(30 + 60 * np.arange(7))
        self._corners = np.column_stack((np.cos(turn), np.sin(turn))) * size / SQRT_3
        self._step = np.array([size / 2, size * SQRT_3 / 2])


GRIDS: dict[str, type[SquareGrid]] = {"hexagone": HexagonGrid, "carre": SquareGrid}


def compute_scale() -> float:
    """Return the scale on the equator that makes the parallel DENSITY_PARALLEL true."""
    phi = math.radians(settings.DENSITY_PARALLEL)
    return math.cos(phi) / math.sqrt(1 - ECCENTRICITY_SQUARED * math.sin(phi) ** 2)


def compute_projection(grid: SquareGrid) -> dict[str, float]:
    """Return the parameters of the projection for the SQL queries, in units of the grid."""
    k0 = compute_scale()
    return {
        "e": math.sqrt(ECCENTRICITY_SQUARED),
        "es": ECCENTRICITY_SQUARED,
        "meridian": settings.DENSITY_MERIDIAN,
        "x_scale": EQUATOR_RADIUS * k0 * math.radians(1) / grid.units[0],
        "y_scale": EQUATOR_RADIUS / (2 * k0) * (1 - ECCENTRICITY_SQUARED) / grid.units[1],
    }


def convert_to_degrees(rings: np.ndarray) -> np.ndarray:
    """Convert rings (n, corners, 2) from projected metres to longitude and latitude with six decimals.

    A cell that crosses the edge of the projection (a pole, the meridian opposite to the country) is clipped there.
    """
    definition = f"+proj=cea +lat_ts={settings.DENSITY_PARALLEL} +lon_0={settings.DENSITY_MERIDIAN} +ellps=WGS84"
    k0 = compute_scale()
    quarter = 1 - (1 - ECCENTRICITY_SQUARED) / (2 * math.sqrt(ECCENTRICITY_SQUARED)) * math.log(
        (1 - math.sqrt(ECCENTRICITY_SQUARED)) / (1 + math.sqrt(ECCENTRICITY_SQUARED))
    )
    edge_x, edge_y = EQUATOR_RADIUS * k0 * math.pi, EQUATOR_RADIUS * quarter / (2 * k0)
    x, y = np.clip(rings[..., 0], -edge_x, edge_x), np.clip(rings[..., 1], -edge_y, edge_y)
    lon, lat = Transformer.from_crs(definition, "EPSG:4326", always_xy=True).transform(x, y)
    # A ring across the antimeridian stays in one piece: its longitudes then exceed 180 degrees.
    lon = lon[:, :1] + (lon - lon[:, :1] + 180) % 360 - 180
    return np.round(np.stack((lon, lat), axis=-1), 6)
