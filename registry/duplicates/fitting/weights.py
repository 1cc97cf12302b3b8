"""Find the weights under which pairs are most likely what they are: a logistic regression with bounds.

The weights of a pair's levels, with its rarities and the prior as they are counted, add up to the odds that it is one
household. Along a comparison's levels no weight grows, the last one is at most 0, so that more likeness never tells against
nor less for. A missing value counts 0; what all comparisons together count too much is the intercept. The weights of few
pairs stay near those that were known before.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS

Floats = NDArray[np.float64]
Columns = NDArray[np.int64]
# Every household has a size: what its levels have in common cannot be told from the intercept, which bears what this one has.
NEUTRAL: Final = ("taille", "voisine")


@dataclass(frozen=True)
class Pairs:
    """Hold what is known of pairs: the places of their levels in `WeightVector`, what no weight changes, and the truth.

    `fixed` are the bits of the prior and the rarities.
    """

    columns: Columns
    fixed: Floats
    truths: NDArray[np.bool_]

    def select(self, rows: NDArray[Any]) -> "Pairs":
        return Pairs(self.columns[rows], self.fixed[rows], self.truths[rows])

    def weigh(self, bits: Floats) -> Floats:
        """Return the odds of each pair in bits."""
        total: Floats = self.fixed + np.append(bits, 0.0)[self.columns].sum(axis=1)
        return total


class WeightVector:
    """Lay the weights of all levels out as one vector, and the steps between the levels of a comparison; the intercept is last."""

    def __init__(self) -> None:
        self.comparisons = HOUSEHOLD_COMPARISONS
        self.starts = np.cumsum([0, *(len(one.levels) for one in self.comparisons)])
        self.size = int(self.starts[-1]) + 1
        # A level's weight is the sum of the steps of its comparison from the last one up to it.
        self.steps = np.eye(self.size)
        self.bounds: list[tuple[float | None, float | None]] = [(None, 0)] * (self.size - 1) + [(None, None)]
        self.places: dict[tuple[str, str], int] = {}
        for comparison, start in zip(self.comparisons, self.starts, strict=False):
            self.places |= {(comparison.code, level.code): int(start) + n for n, level in enumerate(comparison.levels)}
            # Levels with a rarity are on a scale of their own: the rarity is added to them. Their weight is the share of
            # the true pairs at the level: at most 0 bits.
            counted = [place for place, level in enumerate(comparison.levels) if level.rarity is None]
            for rank, place in enumerate(counted):
                self.steps[start + place, [start + other for other in counted[rank:]]] = 1
                if rank < len(counted) - 1:
                    self.bounds[start + place] = (0, None)

    def read(self, weights: Mapping[str, Any]) -> Floats:
        """Return the weights of a version as a vector."""
        bits = [weights["bits"][one.code][level.code] for one in self.comparisons for level in one.levels]
        return np.array([*bits, weights["intercept"]])

    def find_steps(self, bits: Floats) -> Floats:
        """Return the steps whose sums are these weights, within the bounds."""
        limits = [(-np.inf if low is None else low, np.inf if high is None else high) for low, high in self.bounds]
        found: Floats = np.clip(np.linalg.solve(self.steps, bits), *np.array(limits).T)
        return found

    def find_columns(self, levels: Columns) -> Columns:
        """Return the place of each level, or `size` where a value is missing. Splink numbers from the last level."""
        columns = np.full((len(levels), len(self.comparisons) + 1), self.size)
        columns[:, -1] = self.size - 1
        for place, comparison in enumerate(self.comparisons):
            known = levels[:, place] >= 0
            columns[known, place] = self.starts[place] + len(comparison.levels) - 1 - levels[known, place]
        return columns

    def neutralise(self, bits: Floats) -> Floats:
        """Move the weight of the level NEUTRAL from all levels of its comparison into the intercept."""
        place = next(place for place, one in enumerate(self.comparisons) if one.code == NEUTRAL[0])
        common = bits[self.places[NEUTRAL]]
        bits[self.starts[place] : self.starts[place + 1]] -= common
        bits[-1] += common
        return bits

    def name(self, bits: Floats) -> dict[str, Any]:
        """Return a vector as the weights of a version."""
        named: dict[str, dict[str, float]] = {}
        for (comparison, level), place in self.places.items():
            named.setdefault(comparison, {})[level] = round(float(bits[place]), 2)
        return {"intercept": round(float(bits[-1]), 2), "bits": named}


def compute_loss(odds: Floats, truths: NDArray[np.bool_]) -> float:
    """Return how surprising the truth is under these odds, in bits a pair."""
    return float(np.logaddexp(0, -np.where(truths, odds, -odds) * np.log(2)).mean() / np.log(2))


def fit_weights(vector: WeightVector, pairs: Pairs, *, known: Floats, strength: float) -> Floats:
    """Return the weights in bits under which the pairs are most likely what they are.

    Their steps are drawn to `known`, those of other weights, as strongly as `strength` says.
    """
    signs = np.where(pairs.truths, 1.0, -1.0)
    share = 1 / len(signs)

    def lose(steps: Floats) -> tuple[float, Floats]:
        margin = signs * pairs.weigh(vector.steps @ steps) * np.log(2)
        pull = np.repeat(-signs * expit(-margin) * np.log(2), pairs.columns.shape[1])
        slope = np.bincount(pairs.columns.ravel(), pull, vector.size + 1)
        moved = steps - known
        loss = float(np.logaddexp(0, -margin).sum() + strength * (moved @ moved))
        return loss * share, (vector.steps.T @ slope[:-1] + 2 * strength * moved) * share

    options = {"maxiter": 3000, "gtol": 1e-9, "ftol": 1e-13}
    found = minimize(lose, known, jac=True, method="L-BFGS-B", bounds=vector.bounds, options=options)
    answer: Floats = vector.steps @ found.x
    return vector.neutralise(answer)
