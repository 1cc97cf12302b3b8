"""Choose the best pairs overall: one line pays one payment, and the sum of the scores is the greatest.

Most lines and payments have only each other. The others are solved together, as a sparse assignment; the answer does not
depend on the order of the input. Where another choice of payments is as good, neither is taken.
"""

from typing import Final

import numpy as np
import pandas as pd
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, min_weight_full_bipartite_matching

# Scores are compared in hundredths; below that, the order of the lines decides which of two equal lines pays.
SCORE_STEPS: Final = 100
ORDER_STEPS: Final = 2**21
MAX_STEPS: Final = 10_000


def choose_pairs(
    lines: pd.Series, payments: pd.Series, scores: pd.Series, is_live: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return for each possible pair whether it is chosen, and whether it is in doubt.

    `lines` are places in the order of the lines: of two equal lines, the first pays. `is_live` tells payments that are not
    known to have failed: of two equal payments, those are meant. A pair is in doubt when it is in some of the best choices
    and not in all.
    """
    _lines, line_of = np.unique(lines.to_numpy(), return_inverse=True)
    _payments, payment_of = np.unique(payments.to_numpy(), return_inverse=True)
    alone = (np.bincount(line_of)[line_of] == 1) & (np.bincount(payment_of)[payment_of] == 1)
    chosen, doubtful = alone.copy(), np.zeros(len(alone), dtype=bool)
    rest = np.flatnonzero(~alone)
    if len(rest):
        first, second = _renumber(line_of[rest]), _renumber(payment_of[rest])
        values = _build_values(first, scores.to_numpy()[rest], is_live[rest])
        taken = solve_assignment(first, second, values)
        doubtful[rest] = find_doubts(first, second, values, taken)
        chosen[rest] = taken & ~doubtful[rest]
    return chosen, doubtful


def _build_values(lines: np.ndarray, scores: np.ndarray, is_live: np.ndarray) -> np.ndarray:
    """Return what each pair is worth, as whole numbers: its score, then whether the payment is live, then its line."""
    half = ORDER_STEPS // 2
    crowding = int(lines.max()) // half + 1
    values = np.rint(scores * SCORE_STEPS).astype(np.int64) * ORDER_STEPS
    return values + np.where(is_live, half, 0) + half - 1 - lines // crowding


def _renumber(values: np.ndarray) -> np.ndarray:
    return np.unique(values, return_inverse=True)[1]


def solve_assignment(lines: np.ndarray, payments: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return which edges are in a matching of the greatest sum of values; values are above 0.

    Every line may also stay alone, at a value of 0: a column of its own stands for that.
    """
    rows, columns = int(lines.max()) + 1, int(payments.max()) + 1
    ceiling = int(values.max()) + 1
    costs = np.concatenate([ceiling - values, np.full(rows, ceiling)]).astype(np.float64)
    places = np.arange(rows)
    graph = csr_array(
        (costs, (np.concatenate([lines, places]), np.concatenate([payments, columns + places]))),
        shape=(rows, columns + rows),
    )
    found, partners = min_weight_full_bipartite_matching(graph)
    partner = np.full(rows, -1)
    partner[found] = partners
    return partner[lines] == payments


def find_doubts(lines: np.ndarray, payments: np.ndarray, values: np.ndarray, taken: np.ndarray) -> np.ndarray:
    """Return which edges are in some of the best matchings and not in all.

    In the residual graph of a best matching, another one is a cycle that costs nothing. With shortest distances as
    potentials, its arcs are those that cost nothing, and two nodes of one strong component are on such a cycle. Of rows
    that are chained too far to tell, all are in doubt.
    """
    size = int(lines.max()) + 1
    root = size + int(payments.max()) + 1
    line_free = np.ones(size, dtype=bool)
    line_free[lines[taken]] = False
    payment_free = np.ones(root - size, dtype=bool)
    payment_free[payments[taken]] = False
    every_line, every_payment = np.arange(size), np.arange(size, root)
    source = np.concatenate(
        [
            np.where(taken, payments + size, lines),
            np.where(line_free, root, every_line),
            np.where(payment_free, every_payment, root),
        ]
    )
    target = np.concatenate(
        [
            np.where(taken, lines, payments + size),
            np.where(line_free, every_line, root),
            np.where(payment_free, root, every_payment),
        ]
    )
    cost = np.concatenate([np.where(taken, values, -values), np.zeros(root, dtype=np.int64)])
    distance = _find_distances(source, target, cost, root + 1)
    if distance is None:
        return np.ones(len(lines), dtype=bool)
    free = distance[source] + cost == distance[target]
    tight = csr_array((np.ones(int(free.sum())), (source[free], target[free])), shape=(root + 1, root + 1))
    _count, component = connected_components(tight, connection="strong")
    together = component[source[: len(lines)]] == component[target[: len(lines)]]
    return free[: len(lines)] & together


def _find_distances(source: np.ndarray, target: np.ndarray, cost: np.ndarray, size: int) -> np.ndarray | None:
    """Return shortest distances to all nodes from one that reaches each at 0. There is no cycle below 0.

    Paths are as long as groups of lines and payments that share telephones: a few steps. Returns None after MAX_STEPS.
    """
    distance = np.zeros(size, dtype=np.int64)
    for _step in range(MAX_STEPS):
        shorter = distance.copy()
        np.minimum.at(shorter, target, distance[source] + cost)
        if (shorter == distance).all():
            return distance
        distance = shorter
    return None
