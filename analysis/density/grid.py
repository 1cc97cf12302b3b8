"""Cells of equal area in metres: how they are numbered, their areas and their outlines in degrees.

The cylindrical equal-area projection needs no zone: every position on Earth has a cell, also one recorded wrongly on
another continent, where UTM has none. It is true to scale on one parallel (the country's, a setting); a degree away
from the parallel of 12, shapes are stretched by 0.4 %, areas never.
"""

import math

import numpy as np
from django.conf import settings
from pyproj import Transformer

A = 6_378_137.0
FLATTENING = 1 / 298.257223563
ES = FLATTENING * (2 - FLATTENING)
ROOT3 = math.sqrt(3)


class Squares:
    """Squares of a side in metres; `query` numbers points in them (density.sql)."""

    query = "squares"

    def __init__(self, size: float) -> None:
        self.area = size * size
        self._corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]) * size
        self._step = np.array([size, size])

    def outlines(self, cells: np.ndarray) -> np.ndarray:
        """The rings of (n, 2) cells, counter-clockwise and closed, on the map in metres: (n, corners, 2)."""
        return cells[:, None, :] * self._step + self._corners


class Hexagons(Squares):
    """Hexagons with a corner to the north, `size` metres from side to side and from centre to centre."""

    query = "hexagons"

    def __init__(self, size: float) -> None:
        self.area = ROOT3 / 2 * size * size
        turn = np.radians(30 + 60 * np.arange(7))
        self._corners = np.column_stack((np.cos(turn), np.sin(turn))) * size / ROOT3
        self._step = np.array([size / 2, size * ROOT3 / 2])


MODES: dict[str, type[Squares]] = {"hexagone": Hexagons, "carre": Squares}


def projection() -> dict[str, float]:
    """The parameters of the projection, for SQL."""
    phi = math.radians(settings.DENSITY_PARALLEL)
    k0 = math.cos(phi) / math.sqrt(1 - ES * math.sin(phi) ** 2)
    return {"a": A, "e": math.sqrt(ES), "es": ES, "k0": k0, "meridian": settings.DENSITY_MERIDIAN}


def in_degrees(rings: np.ndarray) -> np.ndarray:
    """Rings (n, corners, 2) from metres on the map to longitude and latitude, six decimals.

    A cell over the projection's edge (a pole, the meridian opposite to the country) is cut there.
    """
    definition = f"+proj=cea +lat_ts={settings.DENSITY_PARALLEL} +lon_0={settings.DENSITY_MERIDIAN} +ellps=WGS84"
    k0 = projection()["k0"]
    quarter = 1 - (1 - ES) / (2 * math.sqrt(ES)) * math.log((1 - math.sqrt(ES)) / (1 + math.sqrt(ES)))
    edge_x, edge_y = A * k0 * math.pi, A * quarter / (2 * k0)
    x, y = np.clip(rings[..., 0], -edge_x, edge_x), np.clip(rings[..., 1], -edge_y, edge_y)
    lon, lat = Transformer.from_crs(definition, "EPSG:4326", always_xy=True).transform(x, y)
    # A ring stays in one piece across the antimeridian: its longitudes then go beyond 180.
    lon = lon[:, :1] + (lon - lon[:, :1] + 180) % 360 - 180
    return np.round(np.stack((lon, lat), axis=-1), 6)
