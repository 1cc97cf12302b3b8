"""`python -m tests.bench.field.fit [--menages 10000] [--seeds 1,2,…] [--out weights.json]`: fit the weights of the levels.

A logistic regression on the pairs that the blocking finds in some made-up registries: the weights of a pair's levels,
with its rarities and the prior as they are counted, add up to the odds that it is one household. Along a comparison's
levels no weight grows, so that more likeness never tells against, and weights that few pairs are about stay near 0.
The seeds are not those that are reported on.
"""

import argparse
import csv
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

Floats = NDArray[np.float64]
FITTED_SEEDS = "1,2,3,4"
# How strongly a weight is drawn to its neighbour level, as so many pairs.
PENALTY = 0.05


def read_levels(households: int, seed: int, listed: float) -> tuple[NDArray[np.int64], Floats, NDArray[np.bool_]]:
    """Of each pair that is compared: its levels (-1 where a value is missing), its bits, and whether it is true."""
    from django.db import transaction  # noqa: PLC0415 (needs Django)

    from registry.duplicates.analysis import services as analysis  # noqa: PLC0415
    from registry.duplicates.linkage.linker import link_households  # noqa: PLC0415
    from registry.households.models import Household  # noqa: PLC0415
    from tests.bench.field.judge import list_true_pairs  # noqa: PLC0415
    from tests.bench.field.load import name_id  # noqa: PLC0415
    from tests.bench.field.measure import load_registry  # noqa: PLC0415

    with transaction.atomic(), TemporaryDirectory() as name:
        records = load_registry(households, seed, listed)
        analysis.prepare_sheets(Household.objects.all())
        known = len(records)
        analysis._export_sheets(Path(name), Household.objects.all(), known)
        transaction.set_rollback(True)
        path = link_households(Path(name), households=known, min_score=0, measure="match_weight")
        with path.open() as file:
            rows = [*csv.reader(file)]
    places = {str(name_id("h", n)): n for n in range(len(records))}
    truths = list_true_pairs(records)
    pairs = [tuple(sorted((places[row[0]], places[row[1]]))) for row in rows]
    missed = len(truths) - sum(pair in truths for pair in pairs)
    print(f"seed {seed}: {len(pairs)} pairs compared, {missed} of {len(truths)} doubles are not among them", flush=True)
    levels = np.array([[int(code) for code in row[3:]] for row in rows])
    return levels, np.array([float(row[2]) for row in rows]), np.array([pair in truths for pair in pairs])


class Weights:
    """The weights of all levels as one vector: of each comparison its highest weight, and the steps down from it."""

    def __init__(self) -> None:
        from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS  # noqa: PLC0415

        self.comparisons = HOUSEHOLD_COMPARISONS
        self.starts = np.cumsum([0, *(len(one.levels) for one in self.comparisons)])
        self.size = int(self.starts[-1])
        # A level's weight is the sum of the steps of its comparison up to it.
        self.steps = np.zeros((self.size, self.size))
        self.bounds: list[tuple[float | None, float | None]] = [(None, None)] * self.size
        for comparison, start in zip(self.comparisons, self.starts, strict=False):
            counted = [level.rarity is not None for level in comparison.levels]
            for place, level in enumerate(comparison.levels):
                # Levels with a rarity are on a scale of their own: the rarity is added to them. Their weight is the
                # share of the true pairs at the level: at most 0 bits.
                same = [start + other for other in range(place + 1) if counted[other] == counted[place]]
                self.steps[start + place, start + place] = 1
                if level.rarity:
                    self.bounds[start + place] = (None, 0)
                elif len(same) > 1:
                    self.steps[start + place, same] = 1
                    self.bounds[start + place] = (None, 0)

    def find_current(self) -> Floats:
        return np.array([one.find_bits(level) for one in self.comparisons for level in one.levels])

    def find_columns(self, levels: NDArray[np.int64]) -> NDArray[np.int64]:
        """The place of each level in the vector, or `size` where a value is missing. Splink numbers from the last one."""
        columns = np.full(levels.shape, self.size)
        for place, comparison in enumerate(self.comparisons):
            known = levels[:, place] >= 0
            columns[known, place] = self.starts[place] + len(comparison.levels) - 1 - levels[known, place]
        return columns

    def name(self, bits: Floats) -> dict[str, dict[str, float]]:
        return {
            comparison.code: {
                level.code: round(float(bits[start + place]), 2) for place, level in enumerate(comparison.levels)
            }
            for comparison, start in zip(self.comparisons, self.starts, strict=False)
        }


def fit(weights: Weights, levels: NDArray[np.int64], bits: Floats, truths: NDArray[np.bool_]) -> Floats:
    """The weights in bits under which the pairs are most likely what they are."""
    columns = weights.find_columns(levels)
    current = np.append(weights.find_current(), 0.0)
    # What stays: the prior and the rarities.
    fixed = bits - current[columns].sum(axis=1)
    signs = np.where(truths, 1.0, -1.0)
    share = 1 / len(truths)

    def lose(steps: Floats) -> tuple[float, Floats]:
        vector = np.append(weights.steps @ steps, 0.0)
        margin = signs * (fixed + vector[columns].sum(axis=1)) * np.log(2)
        error = -signs * expit(-margin) * np.log(2)
        slope = np.zeros(weights.size + 1)
        np.add.at(slope, columns, error[:, None])
        loss = float(np.logaddexp(0, -margin).sum() + PENALTY * (steps @ steps))
        return loss * share, (weights.steps.T @ slope[:-1] + 2 * PENALTY * steps) * share

    found = minimize(
        lose, np.zeros(weights.size), jac=True, method="L-BFGS-B", bounds=weights.bounds, options={"maxiter": 3000}
    )
    print(f"{found.message}; loss {found.fun:.6f} after {found.nit} steps")
    answer: Floats = weights.steps @ found.x
    return answer


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.field.fit", description=__doc__)
    parser.add_argument("--menages", type=int, default=4_000)
    parser.add_argument("--seeds", default=FITTED_SEEDS)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--keep", type=Path, help="keep what was read in this file, or read it from there")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    seeds = [int(seed) for seed in options.seeds.split(",")]
    if options.keep and options.keep.exists():
        kept: Any = np.load(options.keep)
        read = [(kept["levels"], kept["bits"], kept["truths"])]
    else:
        # Half of the registries have no members listed in many of their interviews.
        read = [read_levels(options.menages, seed, 0.92 if seed % 3 else 0.5) for seed in seeds]
    levels, bits, truths = (np.concatenate(part) for part in zip(*read, strict=True))
    if options.keep:
        np.savez(options.keep, levels=levels, bits=bits, truths=truths)
    weights = Weights()
    found = weights.name(fit(weights, levels, bits, truths))
    made = {"households": options.menages, "seeds": seeds, "pairs": len(truths), "doubles": int(truths.sum())}
    version = f"{datetime.now(tz=UTC):%Y-%m-%d}"
    options.out.write_text(json.dumps({"version": version, "fitted": made, "bits": found}, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
