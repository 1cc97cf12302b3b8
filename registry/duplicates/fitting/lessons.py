"""Learn weights from decisions, and judge them by decisions that they were not fitted to.

Whole groups of pairs are held back. How strongly the weights are drawn to those in use is chosen on the others, by
fitting to four fifths of them and judging by the last fifth.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from registry.duplicates.fitting.decided_pairs import DecidedPairs
from registry.duplicates.fitting.weights import Floats, Pairs, WeightVector, compute_loss, fit_weights

STRENGTHS: Final = (300.0, 100.0, 30.0, 10.0, 3.0, 1.0)
PARTS: Final = 5
# Of pairs that are one household, and of those that are two, in the part that is fitted and in the one that is held back.
LEAST_FITTED: Final = 30
LEAST_HELD: Final = 10


class TooFewDecisions(Exception):
    """Report that there are too few decisions to learn from; the message says how many there are."""


@dataclass(frozen=True)
class Figures:
    """Hold how well weights judge pairs whose truth is known: of those told from a score on, how many are true."""

    pairs: int
    doubles: int
    loss: float
    review_count: int
    review_right: int
    certain_count: int
    certain_right: int

    @property
    def certain_wrong(self) -> int:
        return self.certain_count - self.certain_right


@dataclass(frozen=True)
class Lesson:
    """Hold the weights that were learnt, how strongly they were drawn to the present ones, and the figures of both."""

    bits: Floats
    strength: float
    fitted: int
    present: Figures
    learnt: Figures

    @property
    def is_no_worse(self) -> bool:
        """Whether the weights surprise no more, and call no more pairs of two families certain."""
        return self.learnt.loss <= self.present.loss and self.learnt.certain_wrong <= self.present.certain_wrong


def judge_weights(pairs: Pairs, bits: Floats, *, review: float, certain: float) -> Figures:
    odds = pairs.weigh(bits)
    scores = 100 * expit(odds * np.log(2))
    shown, sure = scores >= review, scores >= certain
    return Figures(
        len(pairs.truths),
        int(pairs.truths.sum()),
        compute_loss(odds, pairs.truths),
        int(shown.sum()),
        int((shown & pairs.truths).sum()),
        int(sure.sum()),
        int((sure & pairs.truths).sum()),
    )


def _divide(groups: NDArray[np.int64], seed: int) -> Floats:
    """Return a number from 0 to 1 for each pair, the same for those of one group."""
    drawn = np.random.default_rng(seed).permutation(int(groups.max()) + 1) / (int(groups.max()) + 1)
    numbers: Floats = drawn[groups]
    return numbers


def _choose_strength(vector: WeightVector, pairs: Pairs, numbers: Floats, known: Floats) -> float:
    """Return the strength under which pairs that were left out of the fit surprise least."""
    order = np.argsort(np.argsort(numbers, kind="stable"), kind="stable")
    parts = order * PARTS // len(order)

    def lose(strength: float) -> float:
        total = 0.0
        for part in range(PARTS):
            others, own = np.flatnonzero(parts != part), pairs.select(np.flatnonzero(parts == part))
            bits = fit_weights(vector, pairs.select(others), known=known, strength=strength)
            total += compute_loss(own.weigh(bits), own.truths) * len(own.truths)
        return total

    return min(STRENGTHS, key=lose)


def learn_weights(
    vector: WeightVector,
    decided: DecidedPairs,
    present: Floats,
    *,
    held: float,
    seed: int,
    review: float,
    certain: float,
) -> Lesson:
    """Fit weights to all decisions but the share `held`, and judge them and those in use by it. Raises TooFewDecisions."""
    pairs, known = decided.pairs, vector.find_steps(present)
    numbers = _divide(decided.groups, seed) if len(pairs.truths) else np.zeros(0)
    is_held = numbers < held
    for part, least, name in ((~is_held, LEAST_FITTED, "fitted"), (is_held, LEAST_HELD, "held back")):
        ones, twos = int(pairs.truths[part].sum()), int((~pairs.truths[part]).sum())
        if min(ones, twos) < least:
            raise TooFewDecisions(
                f"{ones} merges and {twos} pairs said to be distinct would be {name}: at least {least} of each are needed"
            )
    fitted, kept = pairs.select(~is_held), pairs.select(is_held)
    strength = _choose_strength(vector, fitted, numbers[~is_held], known)
    bits = fit_weights(vector, fitted, known=known, strength=strength)
    thresholds = {"review": review, "certain": certain}
    before, after = (judge_weights(kept, weights, **thresholds) for weights in (present, bits))
    return Lesson(bits, strength, len(fitted.truths), before, after)
