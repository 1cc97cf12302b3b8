"""Local Moran's I, against numbers that esda (Moran_Local of PySAL) computed for the same lattice."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analysis.clusters.rules import (
    BETTER_OFF,
    BETTER_OFF_ALONE,
    NO_NEIGHBOUR,
    NOT_SIGNIFICANT,
    POOR,
    POOR_ALONE,
    compute_local_moran,
    find_hexagon_neighbours,
    list_classes,
)

SIDE = 5
# fmt: off
VALUES = np.array([
    12, 15, 14, 40, 55,
    10, 18, 22, 48, 60,
    14, 20, 35, 52, 58,
    30, 62, 38, 41, 20,
    45, 50, 33, 25, 15,
], dtype=float)
# From esda 2.9 with lat2W(5, 5, rook=False), row-standardised, 99,999 permutations.
ESDA_I = [
    1.3953, 1.1438, 0.3123, 0.1516, 1.2067, 1.4083, 0.8212, 0.1183, 0.4442, 1.6016, 0.3523, 0.2139, 0.0259,
    0.4515, 0.9342, -0.0558, -0.0154, 0.1057, 0.0326, -0.2261, 0.57, 0.4814, -0.0096, 0.1112, 0.2918,
]
ESDA_P = np.array([
    0.005, 0.001, 0.218, 0.164, 0.035, 0.001, 0.0, 0.25, 0.032, 0.002, 0.191, 0.151, 0.19,
    0.057, 0.037, 0.245, 0.416, 0.093, 0.383, 0.26, 0.067, 0.098, 0.079, 0.282, 0.291,
])
# 1: high among high, 2: low among high, 3: low among low, 4: high among low.
ESDA_QUADRANTS = [3, 3, 3, 1, 1, 3, 3, 3, 1, 1, 3, 3, 1, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 3, 3]
# fmt: on
QUADRANTS = {1: BETTER_OFF, 2: POOR_ALONE, 3: POOR, 4: BETTER_OFF_ALONE}


def queen(side: int) -> list[list[int]]:
    """Neighbours on a square lattice, corners too."""
    places = [(row, column) for row in range(side) for column in range(side)]
    return [
        [at for at, (r, c) in enumerate(places) if (r, c) != (row, column) and max(abs(r - row), abs(c - column)) == 1]
        for row, column in places
    ]


def test_it_is_what_esda_computes() -> None:
    found = compute_local_moran(VALUES, queen(SIDE))
    assert found.moran == pytest.approx(ESDA_I, abs=2e-4)
    # esda drew 99,999 times, this 999 times: three standard deviations of a share.
    allowed = 3 * np.sqrt(ESDA_P * (1 - ESDA_P) / 999) + 0.002
    assert (np.abs(found.p_values - ESDA_P) <= allowed).all(), found.p_values - ESDA_P
    assert list_classes(found, 1) == [QUADRANTS[each] for each in ESDA_QUADRANTS]
    # Well away from the threshold.
    classes = list_classes(found, 0.05)
    for place, p_value in enumerate(ESDA_P):
        if abs(p_value - 0.05) > 0.02:
            assert (classes[place] != NOT_SIGNIFICANT) == (p_value < 0.05), place


def test_nothing_is_said_of_equal_areas_and_of_islands() -> None:
    same = compute_local_moran(np.full(9, 40.0), queen(3))
    assert set(list_classes(same, 0.05)) == {NOT_SIGNIFICANT} and same.total == 0
    apart = compute_local_moran(VALUES, [[] for _ in VALUES])
    assert set(list_classes(apart, 0.05)) == {NO_NEIGHBOUR} and apart.total == 0
    nobody = compute_local_moran(np.array([]), [])
    assert list_classes(nobody, 0.05) == [] and nobody.total == 0


def test_chance_makes_few_clusters() -> None:
    """Of values without any order about one area in ten is beyond a one-sided 5 % on either side."""
    random = np.random.default_rng(3)
    found = compute_local_moran(random.normal(size=900), queen(30))
    share = sum(code != NOT_SIGNIFICANT for code in list_classes(found, 0.05)) / 900
    assert 0.05 < share < 0.15
    assert abs(found.total) < 0.06


@settings(max_examples=15, deadline=None)
@given(st.lists(st.floats(0, 100, allow_nan=False), min_size=16, max_size=16))
@example([0.0] * 15 + [1e-15])
def test_poor_and_better_off_are_mirrored(values: list[float]) -> None:
    """Turning the scores round turns the classes round, and leaves the statistic."""
    given_values = np.array(values)
    found, turned = (compute_local_moran(each, queen(4)) for each in (given_values, 100 - given_values))
    assert turned.moran == pytest.approx(found.moran, abs=1e-6)
    assert all(0 < p <= 0.5005 or p == 1 for p in found.p_values)


def test_what_rounding_leaves_is_no_cluster() -> None:
    values = np.full(16, 48.21)
    values[[0, 1, 4, 5]] += 1e-12
    found = compute_local_moran(values, queen(4))
    assert found.moran.tolist() == [0.0] * 16 and found.p_values.tolist() == [1.0] * 16
    assert set(list_classes(found, 0.05)) == {NOT_SIGNIFICANT}
    values[[0, 1, 4, 5]] += 0.01
    assert POOR in list_classes(compute_local_moran(values, queen(4)), 0.5)


def test_hexagons_have_six_neighbours() -> None:
    # Around the cell 0/0, in half steps; and one that touches nobody.
    cells = [(0, 0), (2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1), (40, 0)]
    found = find_hexagon_neighbours(cells)
    assert sorted(found[0]) == [1, 2, 3, 4, 5, 6]
    assert sorted(found[1]) == [0, 3, 4] and found[7] == []
