"""Measures of a method on a survey. Shares are of people."""

import numpy as np


def compute_weighted_quantile(values: np.ndarray, weights: np.ndarray, share: float) -> float:
    """Return the smallest value which at least `share` (0 to 1) of the weight does not exceed."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order]) / weights.sum()
    return float(values[order][min(int(np.searchsorted(reached, share)), len(values) - 1)])


def compute_r_squared(actual: np.ndarray, predicted: np.ndarray, weights: np.ndarray) -> float:
    """Return 1 - weighted residual sum of squares / weighted total sum of squares."""
    mean = np.average(actual, weights=weights)
    return float(1 - np.sum(weights * (actual - predicted) ** 2) / np.sum(weights * (actual - mean) ** 2))


def compute_targeting_errors(poor: np.ndarray, chosen: np.ndarray, people: np.ndarray) -> dict[str, float]:
    """Return the targeting errors and the share of people chosen, in percent of people.

    Exclusion: the poor who are not chosen, of the poor. Inclusion: the chosen who are not poor, of the chosen. A share
    of an empty group is 0.
    """

    def share(part: np.ndarray, whole: np.ndarray) -> float:
        total = people[whole].sum()
        return round(float(100 * people[part & whole].sum() / total), 2) if total else 0.0

    return {
        "erreurExclusion": share(~chosen, poor),
        "erreurInclusion": share(~poor, chosen),
        "partChoisie": share(chosen, np.ones_like(poor)),
    }
