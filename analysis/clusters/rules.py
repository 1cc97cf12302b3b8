"""Compute local Moran's I (Anselin 1995) with conditional permutations, as esda does, without its dependencies.

Values are standardised; each area is compared with the mean of its neighbours. Under chance the values of all other
areas are equally likely to be its neighbours: the share of such draws that are at least as extreme is the pseudo p-value.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
PERMUTATIONS: Final = 999
# Fixed, so that the same rows give the same map.
SEED: Final = 20_260_101
# Draws held at once: areas times permutations times neighbours.
BLOCK: Final = 4_000_000
# With fewer areas nothing can be said.
MIN_AREAS: Final = 8
# Mean scores (0 to 100) that differ by less are equal: standardised, what rounding leaves would look like clusters.
EQUAL_WITHIN: Final = 1e-6

# Codes of the classes; a low score is poor.
POOR, BETTER_OFF = "grappe_pauvrete", "grappe_aisance"
POOR_ALONE, BETTER_OFF_ALONE = "pauvre_isole", "aise_isole"
NOT_SIGNIFICANT, NO_NEIGHBOUR = "non_significatif", "sans_voisin"
CLASSES: Final = (POOR, BETTER_OFF, POOR_ALONE, BETTER_OFF_ALONE, NOT_SIGNIFICANT, NO_NEIGHBOUR)


@dataclass(frozen=True, slots=True)
class LocalMoran:
    """Hold the results by area: the statistic, its pseudo p-value, the mean of the neighbours' standardised values."""

    moran: Floats
    p_values: Floats
    lags: Floats
    deviations: Floats
    neighbours: Integers

    @property
    def total(self) -> float:
        """Return the global Moran's I, of the areas with neighbours."""
        linked = self.neighbours > 0
        return float(self.moran[linked].mean()) if linked.any() else 0.0


def compute_local_moran(values: Floats, neighbours: Sequence[Sequence[int]]) -> LocalMoran:
    """Return local Moran's I of `values` (mean scores), whose neighbours are given as positions, with equal weights.

    Where all values are equal within EQUAL_WITHIN, the statistic is 0 and nothing is significant.
    """
    counts = np.array([len(each) for each in neighbours], dtype=np.int64)
    count = len(values)
    if count == 0 or np.ptp(values) < EQUAL_WITHIN:
        same = np.zeros(count)
        return LocalMoran(same, np.ones(count), same, same, counts)
    deviations = (values - values.mean()) / values.std()
    lags = np.array([deviations[list(each)].mean() if len(each) else 0.0 for each in neighbours])
    # The factor (n - 1) / n is esda's: with it the statistic is that of the sample.
    moran = deviations * lags * (count - 1) / count
    return LocalMoran(moran, _draw_p_values(deviations, lags, counts), lags, deviations, counts)


def _draw_p_values(deviations: Floats, lags: Floats, counts: Integers) -> Floats:
    count, most = len(deviations), int(counts.max(initial=0))
    p_values = np.ones(count)
    if most == 0 or count <= most:
        return p_values
    drawn = _draw_others(count - 1, most)
    block = max(1, BLOCK // drawn.size)
    linked = np.flatnonzero(counts)
    for start in range(0, len(linked), block):
        areas = linked[start : start + block]
        # Everybody but the area itself: positions from its own on are one further.
        others = drawn[None] + (drawn[None] >= areas[:, None, None])
        sums = deviations[others].cumsum(axis=2)
        means = sums[np.arange(len(areas)), :, counts[areas] - 1] / counts[areas][:, None]
        sign = deviations[areas][:, None]
        larger = (means * sign >= (lags[areas] * deviations[areas])[:, None]).sum(axis=1)
        extreme = np.minimum(larger, PERMUTATIONS - larger)
        p_values[areas] = (extreme + 1) / (PERMUTATIONS + 1)
    return p_values


def _draw_others(size: int, most: int) -> Integers:
    """Return PERMUTATIONS rows of `most` different positions below `size`."""
    random = np.random.default_rng(SEED)
    if size < 20 * most:
        return np.argsort(random.random((PERMUTATIONS, size)), axis=1)[:, :most].astype(np.int64)
    drawn = random.integers(0, size, (PERMUTATIONS, most))
    while True:
        ordered = np.sort(drawn, axis=1)
        repeated = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
        if not len(repeated):
            return drawn
        drawn[repeated] = random.integers(0, size, (len(repeated), most))


def list_classes(found: LocalMoran, threshold: float) -> list[str]:
    """Return the class of each area, at a threshold of the pseudo p-value."""
    classes = []
    for value, lag, p_value, count in zip(found.deviations, found.lags, found.p_values, found.neighbours, strict=True):
        if count == 0:
            classes.append(NO_NEIGHBOUR)
        elif p_value > threshold:
            classes.append(NOT_SIGNIFICANT)
        elif value < 0:
            classes.append(POOR if lag < 0 else POOR_ALONE)
        else:
            classes.append(BETTER_OFF if lag > 0 else BETTER_OFF_ALONE)
    return classes


def find_hexagon_neighbours(cells: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the positions of the six cells around each, of those that there are; columns and rows count half steps."""
    places = {cell: place for place, cell in enumerate(cells)}
    steps = ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
    around = [[(column + x, row + y) for x, y in steps] for column, row in cells]
    return [[places[cell] for cell in each if cell in places] for each in around]
