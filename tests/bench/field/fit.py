"""`python -m tests.bench.field.fit [--menages 10000] [--seeds 1,2,…] [--out weights.json]`: fit the weights of the levels.

On the pairs that the blocking finds in some made-up registries (`registry.duplicates.fitting.weights`); weights that few
pairs are about stay near 0. The seeds are not those that are reported on.
"""

import argparse
import csv
import json
import math
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import django
import numpy as np

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import transaction  # noqa: E402 (needs Django)

from registry.duplicates.analysis import services as analysis  # noqa: E402
from registry.duplicates.fitting.weights import Pairs, WeightVector, compute_loss, fit_weights  # noqa: E402
from registry.duplicates.linkage.comparisons import compute_duplicate_share  # noqa: E402
from registry.duplicates.linkage.evidence import WEIGHTS  # noqa: E402
from registry.duplicates.linkage.linker import link_households  # noqa: E402
from registry.households.models import Dwelling, Household  # noqa: E402
from tests.bench.duplicates import keys, write_frame  # noqa: E402
from tests.bench.field.load import name_id  # noqa: E402
from tests.bench.field.measure import load_registry  # noqa: E402
from tests.bench.twins import Country, pairs  # noqa: E402

FITTED_SEEDS = "1,2,3,4,5,6,7,8,9,10,11,12,13,14"
SIMPLE_SEEDS = "11,12"
# How strongly a weight is drawn to its neighbour level, as so many pairs.
PENALTY = 0.3
# Two families that the present weights tell apart by so many bits teach nothing.
LEAST_BITS = -16


def read_field(households: int, seed: int, listed: float, *, is_bare: bool) -> Pairs:
    """Compare the households of a registry as hard as the field; a bare one tells neither dwellings nor platforms."""
    with transaction.atomic(), TemporaryDirectory() as name:
        records = load_registry(households, seed, listed)
        if is_bare:
            Dwelling.objects.all().delete()
            Household.objects.update(source_donnees="manuel")
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
    """Bring pairs as they are written into arrays; their odds have the share of doubles which this registry has."""
    right = np.array([truths[places[row[0]]] == truths[places[row[1]]] for row in rows])
    known = pairs(truths)
    prior = math.log2(known / len(truths) / compute_duplicate_share())
    print(f"{len(rows)} pairs compared; {known - right.sum()} of {known} doubles are not among them", flush=True)
    vector = WeightVector()
    columns = vector.find_columns(np.array([[int(code) for code in row[3:]] for row in rows]))
    told = np.array([float(row[2]) for row in rows])
    # What stays: the prior and the rarities.
    counted = np.append(vector.read(WEIGHTS), 0.0)[columns].sum(axis=1)
    return Pairs(columns, told + prior - counted, right).select(right | (told > LEAST_BITS))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.field.fit", description=__doc__)
    parser.add_argument("--menages", type=int, default=4_000)
    parser.add_argument("--seeds", default=FITTED_SEEDS)
    parser.add_argument("--simple-seeds", default=SIMPLE_SEEDS)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    seeds = [int(seed) for seed in options.seeds.split(",")]
    simple = [int(seed) for seed in options.simple_seeds.split(",")]
    # Where seldom all members are listed, or houses are not described, the rest of the evidence must do.
    read = [read_field(options.menages, seed, 0.5 if seed % 3 == 0 else 0.92, is_bare=seed % 3 == 1) for seed in seeds]
    read += [read_simple(2 * options.menages, seed) for seed in simple]
    together = Pairs(*(np.concatenate([getattr(one, part) for one in read]) for part in ("columns", "fixed", "truths")))
    vector = WeightVector()
    bits = fit_weights(vector, together, known=np.zeros(vector.size), strength=PENALTY)
    print(f"{compute_loss(together.weigh(bits), together.truths):.6f} bits of surprise a pair")
    made = {
        "households": options.menages,
        "seeds": seeds,
        "simple_seeds": simple,
        "pairs": len(together.truths),
        "doubles": int(together.truths.sum()),
    }
    version = f"{datetime.now(tz=UTC):%Y-%m-%d %H:%M}"
    options.out.write_text(json.dumps({"version": version, "fitted": made, **vector.name(bits)}, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
