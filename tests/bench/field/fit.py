"""`python -m tests.bench.field.fit [--menages 10000] [--seeds 1,2,…] [--out weights.json]`: fit the weights of the levels.

A logistic regression on the pairs that the blocking finds in some made-up registries: the weights of a pair's levels,
with its rarities and the prior as they are counted, add up to the odds that it is one household. Along a comparison's
levels no weight grows, the last one is at most 0, so that more likeness never tells against nor less for, and weights that
few pairs are about stay near 0. A missing value counts 0; what all comparisons together count too much is the intercept.
The seeds are not those that are reported on.
"""

import argparse
import csv
import json
import math
import os
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import django
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import transaction  # noqa: E402 (needs Django)

from registry.duplicates.analysis import services as analysis  # noqa: E402
from registry.duplicates.linkage.comparisons import DUPLICATE_SHARE  # noqa: E402
from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS, WEIGHTS  # noqa: E402
from registry.duplicates.linkage.linker import link_households  # noqa: E402
from registry.households.models import Household  # noqa: E402
from tests.bench.duplicates import keys, write_frame  # noqa: E402
from tests.bench.field.load import name_id  # noqa: E402
from tests.bench.field.measure import load_registry  # noqa: E402
from tests.bench.twins import Country, pairs  # noqa: E402

Floats = NDArray[np.float64]
FITTED_SEEDS = "1,2,3,4,5"
SIMPLE_SEEDS = "11,12"
# How strongly a weight is drawn to its neighbour level, as so many pairs.
PENALTY = 0.3
# Every household has a size: what its levels have in common cannot be told from the intercept, which bears what this one has.
NEUTRAL = ("taille", "voisine")


@dataclass(frozen=True)
class Pairs:
    """What is compared: of each pair its levels (-1 where a value is missing), its bits, and whether it is true."""

    levels: NDArray[np.int64]
    bits: Floats
    truths: NDArray[np.bool_]


def read_field(households: int, seed: int, listed: float) -> Pairs:
    """Compare the households of a registry as hard as the field."""
    with transaction.atomic(), TemporaryDirectory() as name:
        records = load_registry(households, seed, listed)
        analysis.prepare_sheets(Household.objects.all())
        analysis._export_sheets(Path(name), Household.objects.all(), len(records))
        transaction.set_rollback(True)
        rows = read_rows(Path(name), len(records))
    places = {str(name_id("h", n)): n for n in range(len(records))}
    return build_pairs(rows, places, [record.truth for record in records])


def read_simple(households: int, seed: int) -> Pairs:
    """Compare the households of the older registry: no members, no campaigns, other errors."""
    records = list(Country(households, seed).records(0.05))
    with TemporaryDirectory() as name:
        write_frame(Path(name), records, keys([record.nom for record in records]))
        rows = read_rows(Path(name), len(records))
    return build_pairs(rows, {str(n): n for n in range(len(records))}, [record.truth for record in records])


def read_rows(folder: Path, households: int) -> list[list[str]]:
    with link_households(
        folder, households=households, min_score=0, measure="match_weight", is_fitting=True
    ).open() as file:
        return [*csv.reader(file)]


def build_pairs(rows: list[list[str]], places: dict[str, int], truths: list[int]) -> Pairs:
    """Bring pairs as they are written into arrays; their bits have the share of doubles which this registry has."""
    right = np.array([truths[places[row[0]]] == truths[places[row[1]]] for row in rows])
    known = pairs(truths)
    prior = math.log2(known / len(truths) / DUPLICATE_SHARE)
    print(f"{len(rows)} pairs compared; {known - right.sum()} of {known} doubles are not among them", flush=True)
    levels = np.array([[int(code) for code in row[3:]] for row in rows])
    return Pairs(levels, np.array([float(row[2]) + prior for row in rows]), right)


class Weights:
    """The weights of all levels as one vector: of each comparison its lowest weight, and the steps up from it; the intercept.

    The intercept is the last one.
    """

    def __init__(self) -> None:
        self.comparisons = HOUSEHOLD_COMPARISONS
        self.starts = np.cumsum([0, *(len(one.levels) for one in self.comparisons)])
        self.size = int(self.starts[-1]) + 1
        # A level's weight is the sum of the steps of its comparison from the last one up to it.
        self.steps = np.eye(self.size)
        self.bounds: list[tuple[float | None, float | None]] = [(None, 0)] * (self.size - 1) + [(None, None)]
        for comparison, start in zip(self.comparisons, self.starts, strict=False):
            # Levels with a rarity are on a scale of their own: the rarity is added to them. Their weight is the share of
            # the true pairs at the level: at most 0 bits.
            counted = [place for place, level in enumerate(comparison.levels) if level.rarity is None]
            for rank, place in enumerate(counted):
                self.steps[start + place, [start + other for other in counted[rank:]]] = 1
                if rank < len(counted) - 1:
                    self.bounds[start + place] = (0, None)

    def find_current(self) -> Floats:
        bits = [one.find_bits(level) for one in self.comparisons for level in one.levels]
        return np.array([*bits, WEIGHTS["intercept"]])

    def find_columns(self, levels: NDArray[np.int64]) -> NDArray[np.int64]:
        """The place of each level in the vector, or `size` where a value is missing. Splink numbers from the last one."""
        columns = np.full((len(levels), len(self.comparisons) + 1), self.size)
        columns[:, -1] = self.size - 1
        for place, comparison in enumerate(self.comparisons):
            known = levels[:, place] >= 0
            columns[known, place] = self.starts[place] + len(comparison.levels) - 1 - levels[known, place]
        return columns

    def neutralise(self, bits: Floats) -> Floats:
        """Move the weight of the level NEUTRAL from all levels of its comparison into the intercept."""
        place = next(place for place, one in enumerate(self.comparisons) if one.code == NEUTRAL[0])
        codes = [level.code for level in self.comparisons[place].levels]
        common = bits[self.starts[place] + codes.index(NEUTRAL[1])]
        bits[self.starts[place] : self.starts[place + 1]] -= common
        bits[-1] += common
        return bits

    def name(self, bits: Floats) -> dict[str, dict[str, float]]:
        return {
            comparison.code: {
                level.code: round(float(bits[start + place]), 2) for place, level in enumerate(comparison.levels)
            }
            for comparison, start in zip(self.comparisons, self.starts, strict=False)
        }


def fit(weights: Weights, compared: Pairs) -> Floats:
    """The weights in bits under which the pairs are most likely what they are."""
    columns = weights.find_columns(compared.levels)
    current = np.append(weights.find_current(), 0.0)
    # What stays: the prior and the rarities.
    fixed = compared.bits - current[columns].sum(axis=1)
    signs = np.where(compared.truths, 1.0, -1.0)
    share = 1 / len(signs)

    def lose(steps: Floats) -> tuple[float, Floats]:
        vector = np.append(weights.steps @ steps, 0.0)
        margin = signs * (fixed + vector[columns].sum(axis=1)) * np.log(2)
        error = -signs * expit(-margin) * np.log(2)
        slope = np.zeros(weights.size + 1)
        np.add.at(slope, columns, error[:, None])
        loss = float(np.logaddexp(0, -margin).sum() + PENALTY * (steps @ steps))
        return loss * share, (weights.steps.T @ slope[:-1] + 2 * PENALTY * steps) * share

    found = minimize(
        lose,
        np.zeros(weights.size),
        jac=True,
        method="L-BFGS-B",
        bounds=weights.bounds,
        options={"maxiter": 3000, "gtol": 1e-9, "ftol": 1e-13},
    )
    print(f"{found.message}; loss {found.fun:.6f} after {found.nit} steps")
    answer: Floats = weights.steps @ found.x
    return weights.neutralise(answer)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.field.fit", description=__doc__)
    parser.add_argument("--menages", type=int, default=4_000)
    parser.add_argument("--seeds", default=FITTED_SEEDS)
    parser.add_argument("--simple-seeds", default=SIMPLE_SEEDS)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    seeds = [int(seed) for seed in options.seeds.split(",")]
    simple = [int(seed) for seed in options.simple_seeds.split(",")]
    # Where seldom all members are listed, the rest of the evidence must do.
    read = [read_field(options.menages, seed, 0.5 if seed % 3 == 0 else 0.92) for seed in seeds]
    read += [read_simple(2 * options.menages, seed) for seed in simple]
    together = Pairs(*(np.concatenate([getattr(one, part) for one in read]) for part in ("levels", "bits", "truths")))
    weights = Weights()
    bits = fit(weights, together)
    found = {"intercept": round(float(bits[-1]), 2), "bits": weights.name(bits)}
    made = {
        "households": options.menages,
        "seeds": seeds,
        "simple_seeds": simple,
        "pairs": len(together.truths),
        "doubles": int(together.truths.sum()),
    }
    version = f"{datetime.now(tz=UTC):%Y-%m-%d %H:%M}"
    options.out.write_text(json.dumps({"version": version, "fitted": made, **found}, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
