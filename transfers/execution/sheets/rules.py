"""Order the places of a route, and define the limits of sheets."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from transfers.execution.sheets.types import Position

DEFAULT_LINES: Final = 25
MAX_LINES: Final = 100
# The people of one print: it is drawn while the client waits, in some ten seconds.
MAX_PRINTED: Final = 25_000
# Sheets that are read together for a print.
PRINTED_AT_ONCE: Final = 200
EARTH_KM: Final = 6371.0
# A region has some hundred villages. A longer route follows the nearest neighbour only: the search compares all pairs.
MAX_SEARCHED: Final = 1_500
# How many pairs are compared in all: some seconds.
SEARCH_BUDGET: Final = 400_000_000
# Improvements below a metre would be rounding.
LEAST_KM: Final = 0.001

Matrix = NDArray[np.float64]


def compute_distances(rows: Matrix, columns: Matrix) -> Matrix:
    """Return the great-circle distances (km) between positions, each a row of longitude and latitude in radians."""
    differences = rows[:, None, :] - columns[None, :, :]
    half = (
        np.sin(differences[..., 1] / 2) ** 2
        + np.cos(rows[:, 1])[:, None] * np.cos(columns[:, 1]) * np.sin(differences[..., 0] / 2) ** 2
    )
    distances: Matrix = 2 * EARTH_KM * np.arcsin(np.sqrt(np.clip(half, 0, 1)))
    return distances


def order_route(positions: Sequence[Position], start: Position) -> list[int]:
    """Return the places of `positions` in an order that suits a route from `start`, which need not come back to it.

    Nearest neighbour, then 2-opt: parts of the route are reversed as long as that makes it shorter. The same positions
    in the same order always give the same route.
    """
    stops = np.radians(np.array([start, *positions], dtype=np.float64))
    route = _follow_nearest(stops)
    if len(stops) <= MAX_SEARCHED:
        distances = compute_distances(stops, stops)
        for _improvement in range(SEARCH_BUDGET // len(stops) ** 2):
            best = _find_reversal(distances[np.ix_(route, route)])
            if best is None:
                break
            first, last = best
            route[first : last + 1] = route[first : last + 1][::-1].copy()
    return [int(stop) - 1 for stop in route[1:]]


def measure_route(positions: Sequence[Position], start: Position, order: Sequence[int]) -> float:
    """Return the length of a route from `start` through `positions` in an order, in km."""
    stops = np.radians(np.array([start, *(positions[place] for place in order)], dtype=np.float64))
    return float(np.diagonal(compute_distances(stops, stops), 1).sum())


def _follow_nearest(stops: Matrix) -> NDArray[np.intp]:
    """Return a route from stop 0 that always goes to the nearest stop that is left; of equals to the first."""
    route = np.zeros(len(stops), dtype=np.intp)
    is_left = np.ones(len(stops), dtype=bool)
    is_left[0] = False
    for place in range(1, len(stops)):
        here = stops[route[place - 1]][None, :]
        route[place] = np.where(is_left, compute_distances(here, stops)[0], np.inf).argmin()
        is_left[route[place]] = False
    return route


def _find_reversal(along: Matrix) -> tuple[int, int] | None:
    """Return the first and last place of the part whose reversal shortens a route most, or None when none does.

    `along` are the distances between the stops in the order of the route. It ends anywhere: reversing its tail replaces
    one road only.
    """
    after = np.append(np.diagonal(along, 1), 0.0)
    # gain[i, j] is what reversing the places i+1 to j saves: the roads from i to i+1 and from j to j+1 become those from
    # i to j and from i+1 to j+1.
    gain = after[:, None] + after[None, :] - along
    gain[:-1, :-1] -= along[1:, 1:]
    gain[np.tril_indices(len(along), 1)] = 0
    first, last = divmod(int(gain.argmax()), len(along))
    return (first + 1, last) if gain[first, last] > LEAST_KM else None
