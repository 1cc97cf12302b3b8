"""Find the map cells wholly inside a circle and those on its rim, to count most households without measuring them.

Cells are tiles of the web-mercator scheme. A cell is classified in 3D space, by the straight line from the centre of
the circle to the cell's middle and by the cell's half-width. A path along the surface is never shorter than the
straight line, so a cell that is too far in space is outside. It is never longer than an arc over that line with the
ellipsoid's sharpest curvature, so a cell that is near enough in space is inside. Cells that neither rule decides are
rim: their households are measured one by one (`analysis.proximity.distances.planar_measure`).
"""

from dataclasses import dataclass

import numpy as np

from analysis.proximity.distances.planar_measure import MARGIN_METRES, SMALLEST_RADIUS
from analysis.proximity.distances.service_index import compute_space_coordinates

COARSE_ZOOM, FINE_ZOOM = 14, 17
# Below this radius in metres, classifying coarse cells first would save nothing.
COARSE_MIN_METRES = 3_000.0
# The tile scheme ends at 85.05 degrees: positions beyond are counted in cells that do not contain them.
LAST_LATITUDE = 84.0
METRES_PER_DEGREE = 110_000.0


@dataclass(frozen=True)
class CircleCover:
    """Hold the cells of one circle.

    `whole14` and `whole17` are the cells of z 14 and z 17 wholly inside, as columns (x, first y, last y); `rim` are the
    cells of z 17 on the rim, as inclusive ranges of `household_cell` codes.
    """

    whole14: np.ndarray
    whole17: np.ndarray
    rim: np.ndarray


def _compute_edge_latitudes(tile: np.ndarray, zoom: int) -> np.ndarray:
    """Return the latitude in degrees of the upper edge of tile rows."""
    return np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * tile / 2**zoom))))


def _classify_cells(cells: np.ndarray, zoom: int, centre: np.ndarray, metres: float) -> tuple[np.ndarray, np.ndarray]:
    """Return two masks over (n, 2) cells: proved inside, and neither proved inside nor outside.

    Trigonometric functions are computed once per column and once per row of the grid.
    """
    if not len(cells):
        return np.empty(0, dtype=bool), np.empty(0, dtype=bool)
    x, y = np.ascontiguousarray(cells.T)
    column, row = x - x.min(), y - y.min()
    turn = np.radians((np.arange(x.min(), x.max() + 1) + 0.5) / 2**zoom * 360 - 180)
    edges = _compute_edge_latitudes(np.arange(y.min(), y.max() + 2, dtype=float), zoom)
    north, south = edges[:-1], edges[1:]
    # Middles of the rows on the meridian 0; rotated to its column, each is the middle of a cell.
    middle = compute_space_coordinates(np.zeros(len(north)), (north + south) / 2)
    corners = (compute_space_coordinates(np.full(len(north), 180 / 2**zoom), edge) for edge in (north, south))
    half = np.maximum(*(np.linalg.norm(corner - middle, axis=1) for corner in corners)) * 1.001
    east, up, wide = middle[row, 0], middle[row, 2], half[row]
    away = np.sqrt(
        (east * np.cos(turn)[column] - centre[0]) ** 2
        + (east * np.sin(turn)[column] - centre[1]) ** 2
        + (up - centre[2]) ** 2
    )
    near_enough = 2 * SMALLEST_RADIUS * np.sin((metres - MARGIN_METRES) / (2 * SMALLEST_RADIUS))
    inside = away + wide <= near_enough
    return inside, ~inside & (away - wide <= metres + MARGIN_METRES)


def _list_children(cells: np.ndarray) -> np.ndarray:
    """Return the 64 cells three zooms below each cell."""
    step = np.arange(8)
    within = np.stack(np.meshgrid(step, step, indexing="ij"), axis=-1).reshape(1, 64, 2)
    return (cells[:, None, :] * 8 + within).reshape(-1, 2)


def _list_cells_around(lon: float, lat: float, metres: float, zoom: int) -> np.ndarray:
    """Return all cells of the box around a circle; columns wrap at the antimeridian."""
    high = metres / METRES_PER_DEGREE
    wide = 1.01 * high / np.cos(np.radians(abs(lat) + high))
    size = 2**zoom
    columns = np.arange(np.floor((lon - wide + 180) / 360 * size), np.floor((lon + wide + 180) / 360 * size) + 1)
    rows = [(1 - np.arcsinh(np.tan(np.radians(edge))) / np.pi) / 2 * size for edge in (lat + high, lat - high)]
    grid = np.meshgrid(columns.astype(np.int64) % size, np.arange(np.floor(rows[0]), np.floor(rows[1]) + 1))
    return np.stack(grid, axis=-1).reshape(-1, 2).astype(np.int64)


def _merge_into_ranges(codes: np.ndarray) -> np.ndarray:
    """Return codes, sorted, as inclusive (first, last) ranges without gaps."""
    if not len(codes):
        return np.empty((0, 2), dtype=np.int64)
    codes = np.sort(codes)
    breaks = np.flatnonzero(np.diff(codes) > 1)
    return np.column_stack((codes[np.r_[0, breaks + 1]], codes[np.r_[breaks, len(codes) - 1]]))


def _merge_into_columns(cells: np.ndarray) -> np.ndarray:
    """Return (x, y) cells as columns without gaps: (x, first y, last y)."""
    runs = _merge_into_ranges((cells[:, 0] << 32) | cells[:, 1])
    return np.column_stack((runs[:, 0] >> 32, runs & 0xFFFFFFFF))


def _compute_code_ranges(columns: np.ndarray) -> np.ndarray:
    """Return columns of z 17 cells as inclusive ranges of `household_cell` codes.

    A cell of z 17 has 64 finer cells, whose codes are consecutive.
    """
    x, first, last = columns.T
    return np.column_stack((x << 23 | first << 6, x << 23 | last << 6 | 63))


def compute_cover(lon: float, lat: float, metres: float) -> CircleCover | None:
    """Return the cover of the circle of `metres` around a point, or None near a pole, where the tile scheme ends."""
    if abs(lat) + metres / METRES_PER_DEGREE > LAST_LATITUDE:
        return None
    centre = compute_space_coordinates(np.array([lon]), np.array([lat]))[0]
    whole14 = np.empty((0, 2), dtype=np.int64)
    if metres < COARSE_MIN_METRES:
        cells = _list_cells_around(lon, lat, metres, FINE_ZOOM)
    else:
        coarse = _list_cells_around(lon, lat, metres, COARSE_ZOOM)
        inside, rim = _classify_cells(coarse, COARSE_ZOOM, centre, metres)
        whole14, cells = coarse[inside], _list_children(coarse[rim])
    inside, rim = _classify_cells(cells, FINE_ZOOM, centre, metres)
    return CircleCover(
        _merge_into_columns(whole14),
        _merge_into_columns(cells[inside]),
        _compute_code_ranges(_merge_into_columns(cells[rim])),
    )
