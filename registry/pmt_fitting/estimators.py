"""Estimate the weights of a method: by least squares, robustly, or where the poor end; with places shrunken or not.

Robust: a household far from the others counts less (Huber, 1964). Quantile: what is fitted is not the mean but the value
below which the poorest share of alike households lie (Koenker and Bassett, 1978), since nobody is chosen far above the
limit. Places: the effect of a place of which few households are known is drawn to that of the others, as much as places
differ less than households do (Robinson, "That BLUP is a good thing", 1991).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import stats
from scipy.linalg import qr

from registry.pmt_fitting.design import Design

LEAST_SQUARES, ROBUST, QUANTILE = "moindres_carres", "robuste", "quantile"
ROUNDS: Final = 30
HUBER_LIMIT: Final = 1.345
SMALLEST_RESIDUAL: Final = 0.02  # of a logarithm, below which the quantile's loss is smooth


@dataclass(frozen=True)
class Estimator:
    """Say how weights are found: by which loss, for the poorest `share` of people, places shrunken or not."""

    loss: str = LEAST_SQUARES
    share: float = 0.4


def find_independent_columns(matrix: np.ndarray) -> list[int]:
    """Return the indexes of linearly independent columns of the matrix, whose first column is the constant."""
    scaled = matrix / np.maximum(np.linalg.norm(matrix, axis=0), 1e-300)
    _q, r, pivots = qr(scaled, mode="economic", pivoting=True)
    size = np.abs(np.diag(r))
    rank = int((size > 1e-9 * size[0]).sum())
    return sorted(pivots[:rank])


def _solve(y: np.ndarray, matrix: np.ndarray, weight: np.ndarray, penalty: np.ndarray) -> np.ndarray:
    scale = np.maximum(np.linalg.norm(matrix, axis=0), 1e-300)
    rows = matrix / scale
    weighted = rows * weight[:, None]
    return np.asarray(np.linalg.solve(weighted.T @ rows + np.diag(penalty / scale**2), weighted.T @ y) / scale)


def _reweight(left: np.ndarray, weight: np.ndarray, estimator: Estimator) -> np.ndarray:
    if estimator.loss == QUANTILE:
        side = np.where(left > 0, estimator.share, 1 - estimator.share)
        return np.asarray(weight * side / np.maximum(np.abs(left), SMALLEST_RESIDUAL))
    spread = np.median(np.abs(left)) / 0.6745 * HUBER_LIMIT
    return np.asarray(weight * np.minimum(1, spread / np.maximum(np.abs(left), 1e-12)))


def _find_penalty(y: np.ndarray, matrix: np.ndarray, weight: np.ndarray, shrunken: np.ndarray) -> np.ndarray:
    """Return how much each column is drawn to 0: how much more households differ than places do, by EM."""
    penalty = np.where(shrunken, 1.0, 0.0)
    if not shrunken.any():
        return penalty
    moments = (matrix * weight[:, None]).T @ matrix
    for _ in range(ROUNDS):
        found = _solve(y, matrix, weight, penalty)
        spread = np.average((y - matrix @ found) ** 2, weights=weight)
        unsure = np.diag(np.linalg.pinv(moments + np.diag(penalty)))[shrunken] * spread
        places = float(np.mean(found[shrunken] ** 2 + unsure))
        penalty = np.where(shrunken, spread / max(places, 1e-9), 0.0)
    return penalty


def compute_p_values(
    y: np.ndarray, matrix: np.ndarray, weight: np.ndarray, penalty: np.ndarray, design: Design
) -> np.ndarray:
    """Return the probability of each coefficient of least squares under none, by linearisation over the clusters."""
    found = _solve(y, matrix, weight, penalty)
    bread = np.linalg.pinv((matrix * weight[:, None]).T @ matrix + np.diag(penalty))
    scores = matrix * (weight * (y - matrix @ found))[:, None]
    correction = (len(y) - 1) / max(len(y) - matrix.shape[1], 1)
    variance = np.diag(bread @ design.sum_variance(scores) @ bread) * correction
    return np.asarray(2 * stats.t.sf(np.abs(found) / np.sqrt(np.maximum(variance, 1e-300)), design.degrees))


def fit_weights(
    y: np.ndarray,
    matrix: np.ndarray,
    weight: np.ndarray,
    shrunken: np.ndarray,
    design: Design,
    estimator: Estimator,
    max_p_value: float,
    counted: np.ndarray | None = None,
) -> tuple[list[int], np.ndarray]:
    """Drop terms whose p-value is above `max_p_value` one by one, the largest first, and fit those that remain.

    Which terms remain is decided by least squares and `weight`, whatever the loss and whatever is `counted` in it (`weight`
    when it is not given); places are only shrunken. Return the indexes of the
    remaining columns, and their coefficients.
    """
    weight = weight / weight.mean()
    free = np.flatnonzero(~shrunken)
    places = [*(int(free[n]) for n in find_independent_columns(matrix[:, free])), *map(int, np.flatnonzero(shrunken))]
    penalty = np.zeros(matrix.shape[1])
    penalty[places] = _find_penalty(y, matrix[:, places], weight, shrunken[places])
    while len(places) > 1:
        unsure = compute_p_values(y, matrix[:, places], weight, penalty[places], design)
        unsure[shrunken[places] | (np.array(places) == 0)] = -1.0
        worst = int(np.argmax(unsure))
        if not unsure[worst] > max_p_value:
            break
        places.pop(worst)
    part = matrix[:, places]
    weight = weight if counted is None else counted / counted.mean()
    found = _solve(y, part, weight, penalty[places])
    for _ in range(0 if estimator.loss == LEAST_SQUARES else ROUNDS):
        found = _solve(y, part, _reweight(y - part @ found, weight, estimator), penalty[places])
    return places, found
