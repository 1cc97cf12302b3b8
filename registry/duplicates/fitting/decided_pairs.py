"""Read what reviewers have decided: pairs that were merged are one household, those said to be distinct are two.

A pair that was put aside tells nothing. What a rare value added depends on the weights that counted it: a pair is read
by the weights of its version, which the weights in use keep of those before them (`earlier`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from registry.duplicates.fitting.weights import Pairs, WeightVector
from registry.duplicates.linkage.comparisons import compute_prior_bits, find_level
from registry.duplicates.linkage.evidence import WEIGHTS
from registry.duplicates.models import Decision, Merge, Pair
from registry.duplicates.queries import count_known_households

VALUES: Final = ("niveaux", "apports", "modele")
# Why a decided pair cannot be read.
OTHER_WEIGHTS, OTHER_LEVELS = "weights that are not known any more", "levels that are not known any more"


@dataclass(frozen=True)
class DecidedPairs:
    """Hold the pairs that can be read, the group of each, and how many cannot, by the reason.

    Pairs of one household, or of several that were told apart from each other, are one group.
    """

    pairs: Pairs
    groups: NDArray[np.int64]
    left_out: Counter[str]


def list_known_weights() -> dict[str, Mapping[str, Any]]:
    """Return the weights in use, and those before them, by version."""
    return WEIGHTS.get("earlier", {}) | {WEIGHTS["version"]: WEIGHTS}


def _read_fixed_bits(
    vector: WeightVector, levels: Mapping[str, str], contributions: Mapping[str, float], weights: Mapping[str, Any]
) -> tuple[list[int], float] | None:
    """Return the places of the levels of a pair, and what their rarities add; None when a level is not known."""
    places, fixed = [], 0.0
    for comparison in vector.comparisons:
        level = find_level(comparison, dict(levels))
        if level is None:
            if levels.get(comparison.code) is not None:
                return None
            places.append(vector.size)
            continue
        places.append(vector.places[comparison.code, level.code])
        if level.rarity is not None:
            fixed += contributions[comparison.code] - weights["bits"][comparison.code][level.code]
    return [*places, vector.size - 1], fixed


def _group(households: list[tuple[UUID, UUID]]) -> NDArray[np.int64]:
    """Return the same number for all pairs that a household, or a chain of pairs, joins."""
    _ids, flat = np.unique([str(one) for pair in households for one in pair], return_inverse=True)
    ends = flat.reshape(-1, 2)
    links = coo_matrix((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(flat.max() + 1,) * 2)
    _count, labels = connected_components(links, directed=False)
    return np.asarray(labels[ends[:, 0]], np.int64)


def _list_decided() -> Iterable[tuple[bool, UUID, UUID, dict[str, str], dict[str, float], str]]:
    merged = Merge.objects.filter(annule_le=None).order_by("id")
    for row in merged.values_list("conserve", "absorbe", *VALUES).iterator():
        yield (True, *row)
    apart = Pair.objects.filter(decision=Decision.DISTINCTS).order_by("id")
    for row in apart.values_list("menage_a_id", "menage_b_id", *VALUES).iterator():
        yield (False, *row)


def read_decided_pairs(vector: WeightVector) -> DecidedPairs:
    """Read the decisions that hold."""
    known = list_known_weights()
    prior = compute_prior_bits(count_known_households()) - WEIGHTS["intercept"]
    columns, fixed, truths, households = [], [], [], []
    left_out: Counter[str] = Counter()
    for is_one, a, b, levels, contributions, version in _list_decided():
        weights = known.get(version)
        if weights is None or not contributions:
            left_out[OTHER_WEIGHTS] += 1
            continue
        read = _read_fixed_bits(vector, levels, contributions, weights)
        if read is None:
            left_out[OTHER_LEVELS] += 1
            continue
        columns.append(read[0])
        fixed.append(read[1] + prior)
        truths.append(is_one)
        households.append((a, b))
    pairs = Pairs(
        np.array(columns, np.int64).reshape(-1, len(vector.comparisons) + 1), np.array(fixed), np.array(truths, bool)
    )
    return DecidedPairs(pairs, _group(households) if households else np.zeros(0, np.int64), left_out)
