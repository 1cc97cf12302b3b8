"""The design of a survey: clusters drawn in strata, and what they make of a variance.

Households of one cluster resemble each other, so that they tell less than as many drawn one by one. Variances are
linearised: each cluster counts as one observation, compared with the others of its stratum.

Sources: Binder, "On the variances of asymptotically normal estimators from complex surveys" (1983), for coefficients;
Särndal, Swensson and Wretman, "Model assisted survey sampling" (1992), 5.5, for ratios.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import stats

CONFIDENCE: Final = 0.95


@dataclass(frozen=True)
class Design:
    """Hold the cluster and the stratum of each household, as numbers from 0 without gaps."""

    cluster: np.ndarray
    stratum: np.ndarray

    @property
    def degrees(self) -> int:
        """Clusters less strata: how many independent differences there are."""
        return max(int(self.cluster.max()) - int(self.stratum.max()), 1)

    def select(self, rows: np.ndarray) -> "Design":
        return Design(*(np.unique(codes[rows], return_inverse=True)[1] for codes in (self.cluster, self.stratum)))

    def sum_variance(self, values: np.ndarray) -> np.ndarray:
        """Return the covariance of the sums of the columns of `values`, which has a row for each household.

        The only cluster of a stratum is compared with those of the whole country.
        """
        count = int(self.cluster.max()) + 1
        sums = np.zeros((count, values.shape[1]))
        np.add.at(sums, self.cluster, values)
        strata = np.zeros(count, int)
        strata[self.cluster] = self.stratum
        sizes = np.bincount(strata)
        means = np.zeros((len(sizes), values.shape[1]))
        np.add.at(means, strata, sums)
        means /= sizes[:, None]
        alone = sizes[strata] == 1
        off = np.where(alone[:, None], sums - sums.mean(axis=0), sums - means[strata])
        factors = np.where(alone, 1.0, sizes[strata] / np.maximum(sizes[strata] - 1, 1))
        return np.asarray((off * factors[:, None]).T @ off)

    def find_interval(self, part: np.ndarray, whole: np.ndarray) -> tuple[float, float, float]:
        """Return the ratio of two sums, and the limits in which it lies with a probability of CONFIDENCE."""
        total = whole.sum()
        if total <= 0:
            return 0.0, 0.0, 0.0
        ratio = float(part.sum() / total)
        error = float(self.sum_variance(((part - ratio * whole) / total)[:, None])[0, 0]) ** 0.5
        reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, self.degrees)) * error
        return ratio, ratio - reach, ratio + reach

    def divide(self, parts: int, seed: int) -> np.ndarray:
        """Return the part of each household, 0 to `parts` - 1: whole clusters, each stratum spread over all parts."""
        count = int(self.cluster.max()) + 1
        strata = np.zeros(count, int)
        strata[self.cluster] = self.stratum
        shuffled = np.random.default_rng(seed).permutation(count)
        places = np.empty(count, int)
        places[shuffled[np.argsort(strata[shuffled], kind="stable")]] = np.arange(count)
        return np.asarray((places % parts)[self.cluster])

    def set_aside(self, share: float, seed: int) -> np.ndarray:
        """Return which households are held out: whole clusters, about `share` of all."""
        parts = 100
        count = int(self.cluster.max()) + 1
        if count < parts:  # Too few clusters for a hundred parts.
            kept = round(share * count)
            return np.asarray(np.random.default_rng(seed).permutation(count)[self.cluster] < kept)
        return self.divide(parts, seed) < round(share * parts)
