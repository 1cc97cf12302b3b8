"""Compute sizes of samples, and the share of the paid who received the money, with its interval.

Sources: W. G. Cochran, Sampling Techniques (3rd edition, 1977); E. B. Wilson, Probable inference, the law of succession,
and statistical inference (JASA 22, 1927); L. Kish, Survey Sampling (1965), for the effective size of a sample; C. Franco,
R. Little, T. Louis and E. Slud, Comparative study of confidence intervals for proportions in complex sample surveys
(Journal of Survey Statistics and Methodology 7, 2019), who recommend Wilson's interval with the effective size.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist
from typing import Final

from transfers.receipts.types import Estimate, Stratum, StratumResult

# The share for which a sample must be largest: nothing is known before anybody was asked.
MOST_UNCERTAIN: Final = 0.5
# Seeds are less than this.
MAX_SEED: Final = 2**31


def compute_quantile(confidence: float) -> float:
    """Return the two-sided quantile of the normal distribution for a confidence in percent (95: 1.96)."""
    return NormalDist().inv_cdf(0.5 + confidence / 200)


def compute_sample_size(population: int, margin: float, confidence: float) -> int:
    """Return how many of a population to ask, for a margin and a confidence in percent.

    Cochran's n0 = z²pq/d² for a share, with p = 0.5, and his correction for a finite population, n0 / (1 + (n0 - 1)/N)
    (section 4.4).
    """
    if not population:
        return 0
    share = MOST_UNCERTAIN * (1 - MOST_UNCERTAIN)
    infinite = compute_quantile(confidence) ** 2 * share / (margin / 100) ** 2
    return min(population, math.ceil(infinite / (1 + (infinite - 1) / population)))


def allocate_sample(strata: Sequence[Stratum], margin: float, confidence: float) -> list[Stratum]:
    """Return the strata with the number of payments to draw from each: its share of the sample, rounded up.

    So each stratum is asked at least once, none is asked more than it has, and the precision is at least the wanted one.
    """
    population = sum(stratum.population for stratum in strata)
    size = compute_sample_size(population, margin, confidence)
    return [replace(stratum, taille=-(-size * stratum.population // population)) for stratum in strata]


def compute_interval(share: float, size: float, confidence: float) -> tuple[float, float]:
    """Return Wilson's interval of a share that was found in a sample of an (effective) size."""
    z = compute_quantile(confidence)
    spread = z * math.sqrt(share * (1 - share) / size + z**2 / (4 * size**2))
    centre, scale = share + z**2 / (2 * size), 1 + z**2 / size
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def estimate_stratum(result: StratumResult, confidence: float) -> Estimate | None:
    """Return the share of one stratum who received all of the money; None when nobody has answered.

    The interval is that of a small sample of a large population: too wide, never too narrow.
    """
    if not result.repondus:
        return None
    share = result.oui / result.repondus
    return Estimate(share, *compute_interval(share, result.repondus, confidence))


def estimate_total(results: Sequence[StratumResult], confidence: float) -> Estimate | None:
    """Return the share of all the paid who received all of the money; None when nobody has answered.

    The share is Cochran's estimator of a stratified sample, the sum of W·p over the strata (section 5.3), W being the
    stratum's part of the population. It is that of the strata in which somebody has answered. Of the people of the others
    nothing is known: the interval holds for all, whether all or none of them received. For those who answered it is Wilson's, for the effective size 1 / Σ(W²(1 - f)/n) (Kish), f being the part of the stratum that has
    answered. Unlike the plain one it is no point where everybody answered yes, and needs no second answer per stratum.
    """
    answered = [result for result in results if result.repondus]
    population = sum(result.population for result in answered)
    if not population:
        return None
    weights = [result.population / population for result in answered]
    share = min(1.0, math.fsum(weight * row.oui / row.repondus for weight, row in zip(weights, answered, strict=True)))
    variance = math.fsum(
        weight**2 * (1 - row.repondus / row.population) / row.repondus
        for weight, row in zip(weights, answered, strict=True)
    )
    low, high = compute_interval(share, 1 / variance, confidence) if variance > 0 else (share, share)
    known = population / sum(result.population for result in results)
    return Estimate(share, low * known, high * known + (1 - known))
