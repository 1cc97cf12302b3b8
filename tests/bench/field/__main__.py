"""`python -m tests.bench.field [--menages 10000] [--seeds 101,102,103] [--listed 0.92]`: the table by kind, worst first.

On the empty database of `DATABASE_URL`; everything is rolled back.
"""

import argparse
import os
import sys
import time

import django

REPORTED_SEEDS = "101,102,103,104,105"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.field", description=__doc__)
    parser.add_argument("--menages", type=int, default=10_000)
    parser.add_argument("--seeds", default=REPORTED_SEEDS)
    parser.add_argument("--listed", type=float, default=0.92, help="share of interviews that list the members by name")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.bench.field.judge import Verdict, print_kinds  # noqa: PLC0415
    from tests.bench.field.measure import measure_seed  # noqa: PLC0415 (needs Django)

    review, certain = Verdict(), Verdict()
    for seed in map(int, options.seeds.split(",")):
        began = time.perf_counter()
        found = measure_seed(options.menages, seed, options.listed)
        print(
            f"seed {seed}: review {found.review.overall}; certain {found.certain.overall}; "
            f"analysis {found.seconds:.1f} s, all {time.perf_counter() - began:.1f} s",
            flush=True,
        )
        review += found.review
        certain += found.certain
    print(f"\nall seeds: review {review.overall}; certain {certain.overall}\n\n{print_kinds(review, certain)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
