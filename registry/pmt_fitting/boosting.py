"""Gradient boosting of shallow trees: how much of consumption the variables tell at all, whatever the form of a method.

Each tree is grown on what the trees before have left (Friedman, 2001), from columns cut into at most `BINS` parts. A
column with a direction never tells against it: a split whose two sides are in the wrong order is refused, and below a
split both sides stay on their side of its middle.

It is no method, since nobody could explain it to a household; it says what is lost by one that can be explained.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

BINS: Final = 24
DEPTH: Final = 3
TREES: Final = 80
RATE: Final = 0.08
LEAST_SHARE: Final = 0.004  # of the weight, in a leaf
RIDGE: Final = 0.002  # of the weight, added to that of each leaf


@dataclass(frozen=True)
class Node:
    """A leaf when `column` is negative."""

    value: float
    column: int = -1
    cut: int = 0
    low: "Node | None" = None
    high: "Node | None" = None


@dataclass(frozen=True)
class Boosting:
    edges: list[np.ndarray]
    start: float
    trees: list[Node]

    def predict(self, matrix: np.ndarray) -> np.ndarray:
        binned = _bin_columns(matrix, self.edges)
        result = np.full(len(matrix), self.start)
        for tree in self.trees:
            _add_tree(tree, binned, np.arange(len(matrix)), result)
        return result


def _find_edges(column: np.ndarray) -> np.ndarray:
    values = np.unique(column)
    if len(values) > BINS:
        values = np.unique(np.quantile(column, np.linspace(0, 1, BINS + 1)))
    return np.asarray((values[1:] + values[:-1]) / 2)


def _bin_columns(matrix: np.ndarray, edges: list[np.ndarray]) -> np.ndarray:
    return np.column_stack([np.searchsorted(cuts, matrix[:, n]) for n, cuts in enumerate(edges)])


def _add_tree(node: Node, binned: np.ndarray, rows: np.ndarray, result: np.ndarray) -> None:
    if node.low is None or node.high is None:
        result[rows] += RATE * node.value
        return
    is_low = binned[rows, node.column] <= node.cut
    _add_tree(node.low, binned, rows[is_low], result)
    _add_tree(node.high, binned, rows[~is_low], result)


class _Grower:
    """Grow one tree on the residuals; weights add up to 1."""

    def __init__(self, binned: np.ndarray, left: np.ndarray, weight: np.ndarray, directions: np.ndarray) -> None:
        self.binned, self.weight, self.directions = binned, weight, directions
        self.moment = left * weight
        self.keys = binned + np.arange(binned.shape[1]) * (BINS + 1)

    def grow(self, rows: np.ndarray, depth: int, least: float, most: float) -> Node:
        total, moment = self.weight[rows].sum(), self.moment[rows].sum()
        value = float(np.clip(moment / (total + RIDGE), least, most))
        found = self._find_split(rows, total, moment) if depth else None
        if found is None:
            return Node(value)
        column, cut, low, high = found
        middle, direction = (low + high) / 2, self.directions[column]
        bounds = [(least, most), (least, most)]
        if direction:
            middle = float(np.clip(middle, least, most))
            bounds = [(least, middle), (middle, most)][:: 1 if direction > 0 else -1]
        is_low = self.binned[rows, column] <= cut
        return Node(
            value, column, cut,
            self.grow(rows[is_low], depth - 1, *bounds[0]), self.grow(rows[~is_low], depth - 1, *bounds[1]),
        )  # fmt: skip

    def _find_split(self, rows: np.ndarray, total: float, moment: float) -> tuple[int, int, float, float] | None:
        keys = self.keys[rows].ravel()
        columns = self.binned.shape[1]
        size = columns * (BINS + 1)
        weights = np.bincount(keys, np.repeat(self.weight[rows], columns), size).reshape(columns, -1).cumsum(axis=1)
        moments = np.bincount(keys, np.repeat(self.moment[rows], columns), size).reshape(columns, -1).cumsum(axis=1)
        low = moments / (weights + RIDGE)
        high = (moment - moments) / (total - weights + RIDGE)
        gain = low * moments + high * (moment - moments) - moment**2 / (total + RIDGE)
        wrong = (high - low) * self.directions[:, None] < 0
        gain[wrong | (weights < LEAST_SHARE) | (total - weights < LEAST_SHARE)] = 0
        column, cut = np.unravel_index(int(gain.argmax()), gain.shape)
        if gain[column, cut] <= 1e-9:
            return None
        return int(column), int(cut), float(low[column, cut]), float(high[column, cut])


def fit_boosting(
    y: np.ndarray,
    matrix: np.ndarray,
    weight: np.ndarray,
    directions: np.ndarray,
    *,
    depth: int = DEPTH,
    trees: int = TREES,
) -> Boosting:
    """Fit `y`; `directions` has 1, -1 or 0 (free) for each column."""
    edges = [_find_edges(matrix[:, n]) for n in range(matrix.shape[1])]
    binned, weight = _bin_columns(matrix, edges), weight / weight.sum()
    found = Boosting(edges, float(np.average(y, weights=weight)), [])
    result, rows = np.full(len(y), found.start), np.arange(len(y))
    for _ in range(trees):
        tree = _Grower(binned, y - result, weight, directions).grow(rows, depth, -np.inf, np.inf)
        found.trees.append(tree)
        _add_tree(tree, binned, rows, result)
    return found
