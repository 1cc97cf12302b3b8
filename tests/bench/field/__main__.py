"""`python -m tests.bench.field [--menages 10000] [--seeds 101,102,…] [--listed 0.92]`: the table by kind, worst first.

On the empty database of `DATABASE_URL`; everything is rolled back.
"""

import argparse
import json
import os
import sys
from collections import defaultdict
from dataclasses import asdict
from functools import partial
from pathlib import Path

import django

from tests.bench.field.judge import Verdict, print_kinds
from tests.bench.tools import Row

# Not those that the weights are fitted on (`tests.bench.field.fit`).
REPORTED_SEEDS = "901,902,903,904,905"
LOOKED_UP = 60
LEAST_F1, LEAST_PRECISION, LEAST_RECALL = 0.88, 0.995, 0.65


def find_interval(right: int, told: int) -> tuple[float, float]:
    """The interval of Wilson in which a share lies with 95 % probability, by `right` of `told`."""
    z = 1.96
    middle = (right + z * z / 2) / (told + z * z)
    reach = z / (told + z * z) * (right * (told - right) / told + z * z / 4) ** 0.5
    return max(middle - reach, 0), min(middle + reach, 1)


def build_rows(
    review: Verdict, certain: Verdict, different: int, seconds: float, refusals: str, *, is_second: bool
) -> list[Row]:
    """The figures with their bars; the second generator has none, so that nobody works towards it."""
    found, sure = review.overall, certain.overall
    which = "doubles of the second registry" if is_second else "doubles of the field"
    review_bar, certain_bar = (
        f"F1 at least {LEAST_F1}",
        f"precision at least {LEAST_PRECISION}, recall at least {LEAST_RECALL}",
    )
    holds_certain = sure.precision >= LEAST_PRECISION and sure.recall >= LEAST_RECALL
    return [
        Row(f"{which}, review", "" if is_second else review_bar, str(found), is_second or found.f1 >= LEAST_F1),
        Row(f"{which}, certain", "" if is_second else certain_bar, str(sure), is_second or holds_certain),
        Row(f"{which}: look-ups that differ from the analysis", "none", str(different), not different),
        Row(f"{which}: analyses", "", f"{seconds:.1f} s", True),
        Row(f"{which}: enrolment", "", refusals, True),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.field", description=__doc__)
    parser.add_argument("--menages", type=int, default=10_000)
    parser.add_argument("--seeds", default=REPORTED_SEEDS)
    parser.add_argument("--listed", type=float, default=0.92, help="share of interviews that list the members by name")
    parser.add_argument("--second", action="store_true", help="the second generator, on which no weight was fitted")
    parser.add_argument("--others", action="store_true", help="beside it, equal fields and Splink's tutorial model")
    parser.add_argument("--rows", type=Path, help="write the figures with their bars into this file")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.bench.field import measure  # noqa: PLC0415 (needs Django)

    review, certain, calibration = Verdict(), Verdict(), [[0, 0] for _ in measure.SCORE_STEPS]
    others: defaultdict[str, tuple[Verdict, Verdict]] = defaultdict(lambda: (Verdict(), Verdict()))
    different, seconds, refusals = 0, 0.0, measure.Refusals()
    for seed in map(int, options.seeds.split(",")):
        load = (
            partial(measure.load_second_registry, options.menages, seed)
            if options.second
            else partial(measure.load_registry, options.menages, seed, options.listed)
        )
        found = measure.measure_registry(load, LOOKED_UP, with_others=options.others)
        print(
            f"seed {seed}: review {found.review.overall}; certain {found.certain.overall};"
            f" analysis {found.seconds:.1f} s; {found.different} of {LOOKED_UP} look-ups differ",
            flush=True,
        )
        review += found.review
        certain += found.certain
        for name, verdicts in found.others.items():
            for total, own in zip(others[name], verdicts, strict=True):
                total += own
        different += found.different
        refusals += found.refusals
        seconds += found.seconds
        for place, (told, right) in enumerate(found.calibration):
            calibration[place][0] += told
            calibration[place][1] += right
    print(f"\nall seeds: review {review.overall}; certain {certain.overall}\n\n{print_kinds(review, certain)}")
    for name, (at_review, at_certain) in others.items():
        print(
            f"\n{name}: at 50 {at_review.overall}; at 90 {at_certain.overall}\n\n{print_kinds(at_review, at_certain)}"
        )
    print("\n| score | pairs | true | 95 % interval |\n|---|---|---|---|")
    for least, most, (told, right) in zip(
        measure.SCORE_STEPS, (*measure.SCORE_STEPS[1:], 100), calibration, strict=True
    ):
        if told:
            low, high = find_interval(right, told)
            print(f"| {least} to {most} | {told} | {right / told:.3f} | {low:.3f} to {high:.3f} |")
    print(f"\nenrolment: {refusals}")
    rows = build_rows(review, certain, different, seconds, str(refusals), is_second=options.second)
    if options.rows:
        options.rows.write_text(json.dumps([asdict(row) for row in rows]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
