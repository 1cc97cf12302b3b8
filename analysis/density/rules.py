"""Compute the areas and the outlines in degrees of grid cells of equal area, given their size in metres.

The cylindrical equal-area projection has no zones: every position on Earth has a cell, even one recorded by mistake on
another continent, where a UTM zone would not reach. It is true to scale on the parallel DENSITY_PARALLEL, which should
cross the country. One degree away from parallel 12, shapes are stretched by 0.4 %; areas are always exact.
"""

import math
from functools import lru_cache

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
        self._steps = size, size
        self._spacing = np.array([1, 1])
        self._corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)])

    def compute_outlines(self, cells: np.ndarray) -> np.ndarray:
        """Return the closed counter-clockwise rings of (n, 2) cells in steps of the grid, as (n, corners, 2) integers."""
        rings: np.ndarray = cells[:, None, :] * self._spacing + self._corners
        return rings

    def convert_to_degrees(self, rings: np.ndarray) -> np.ndarray:
        """Convert rings in steps of the grid to longitude and latitude with six decimals.

        Meridians and parallels are straight in the projection: a column of steps, or a row, is converted once. A cell that
        crosses the edge of the projection (a pole, the meridian opposite to the country) is clipped there.
        """
        x, y = rings[..., 0], rings[..., 1]
        lon = convert_eastings(np.arange(x.min(), x.max() + 1) * self._steps[0])[x - x.min()]
        lat = convert_northings(np.arange(y.min(), y.max() + 1) * self._steps[1])[y - y.min()]
        if np.ptp(lon) > 180:
            # A ring across the antimeridian stays in one piece: its longitudes then exceed 180 degrees.
            lon = np.round(lon[:, :1] + (lon - lon[:, :1] + 180) % 360 - 180, 6)
        return np.stack((lon, lat), axis=-1)


class HexagonGrid(SquareGrid):
    """Describe a grid of hexagons with a corner to the north, `size` metres between opposite sides."""

    query = "hexagons"

    def __init__(self, size: float) -> None:
        self.area = SQRT_3 / 2 * size * size
        self.units = size, size / SQRT_3
        # Corners lie on half distances of opposite sides, and on half lengths of a side, of which rows are three apart.
        self._steps = size / 2, size / SQRT_3 / 2
        self._spacing = np.array([1, 3])
        self._corners = np.array([(1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)])


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


@lru_cache(maxsize=1)
def build_transformer(parallel: float, meridian: float) -> Transformer:
    """Return the transformer from projected metres to degrees. Making one takes longer than drawing 10,000 cells."""
    definition = f"+proj=cea +lat_ts={parallel} +lon_0={meridian} +ellps=WGS84"
    return Transformer.from_crs(definition, "EPSG:4326", always_xy=True)


def find_transformer() -> Transformer:
    return build_transformer(settings.DENSITY_PARALLEL, settings.DENSITY_MERIDIAN)


def convert_eastings(x: np.ndarray) -> np.ndarray:
    """Return the longitudes of eastings in metres, which are clipped at the edge of the projection."""
    edge = EQUATOR_RADIUS * compute_scale() * math.pi
    lon, _lat = find_transformer().transform(np.clip(x, -edge, edge), np.zeros(len(x)))
    rounded: np.ndarray = np.round(lon, 6)
    return rounded


def convert_northings(y: np.ndarray) -> np.ndarray:
    """Return the latitudes of northings in metres, which are clipped at the poles."""
    quarter = 1 - (1 - ECCENTRICITY_SQUARED) / (2 * math.sqrt(ECCENTRICITY_SQUARED)) * math.log(
        (1 - math.sqrt(ECCENTRICITY_SQUARED)) / (1 + math.sqrt(ECCENTRICITY_SQUARED))
    )
    edge = EQUATOR_RADIUS * quarter / (2 * compute_scale())
    _lon, lat = find_transformer().transform(np.zeros(len(y)), np.clip(y, -edge, edge))
    rounded: np.ndarray = np.round(lat, 6)
    return rounded
