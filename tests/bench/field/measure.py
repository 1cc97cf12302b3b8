"""Load one made-up registry, analyse it, judge, and roll back."""

import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction

from registry.duplicates.analysis.services import find_duplicate_pairs, prepare_sheets
from registry.duplicates.models import Pair
from registry.duplicates.queries import find_candidates
from registry.households.models import Household
from tests.bench.field.baselines import match_by_tutorial, match_exactly
from tests.bench.field.beneficiaries import Refusals, count_refusals
from tests.bench.field.judge import Verdict, judge
from tests.bench.field.load import load_places, load_records, name_id
from tests.bench.field.records import Interviews, Record
from tests.bench.field.villages import CAMPAIGN_YEARS
from tests.bench.second.interviews import Campaigns

# Narrow where pairs are certain: there a wrong one costs a family its place.
SCORE_STEPS: Final = (0, 40, 50, 60, 70, 80, 90, 92, 95, 98, 99)

# So many families, and so many doubles, are asked whether they could be enrolled.
ENROLLED: Final = 150


@dataclass
class Found:
    review: Verdict
    certain: Verdict
    seconds: float
    different: int
    calibration: list[tuple[int, int]]
    others: dict[str, tuple[Verdict, Verdict]]
    refusals: Refusals


def load_registry(households: int, seed: int, listed: float) -> list[Record]:
    """Write a made-up registry into the database, and return its records."""
    interviews = Interviews(households, seed, listed)
    records = list(interviews.make_records())
    load_places(interviews.villages.places)
    load_records(records)
    return records


def load_second_registry(households: int, seed: int) -> list[Any]:
    """Write a registry of the second generator into the database, and return its sheets: they are read as records."""
    campaigns = Campaigns(households, seed)
    sheets = list(campaigns.make_sheets())
    load_places(len(campaigns.land.villages))
    load_records(sheets)
    return sheets


def read_pairs(records: list[Record]) -> list[tuple[int, int, float]]:
    """The pairs of the registry, by places in the list of records."""
    places = {name_id("h", n): n for n in range(len(records))}
    return [
        (places[a], places[b], float(score))
        for a, b, score in Pair.objects.values_list("menage_a_id", "menage_b_id", "score")
    ]


def count_different_look_ups(records: list[Record], found: list[tuple[int, int, float]], sample: int) -> int:
    """How many of some households have others, or other scores, when they are looked up one by one than in the analysis."""
    pairs: dict[int, set[tuple[int, float]]] = defaultdict(set)
    for a, b, score in found:
        pairs[a].add((b, score))
        pairs[b].add((a, score))
    places = {name_id("h", n): n for n in range(len(records))}
    different = 0
    for n in range(0, len(records), max(len(records) // sample, 1)):
        rows = find_candidates(name_id("h", n), settings.DUPLICATE_REVIEW)
        different += {(places[row.autre], float(row.score)) for row in rows} != pairs[n]
    return different


def calibrate(records: list[Record], found: list[tuple[int, int, float]]) -> list[tuple[int, int]]:
    """Of the scores from each of `SCORE_STEPS` to the next: how many pairs, and how many of them are true."""
    told, right = [0] * len(SCORE_STEPS), [0] * len(SCORE_STEPS)
    for a, b, score in found:
        place = bisect_right(SCORE_STEPS, score) - 1
        told[place] += 1
        right[place] += records[a].truth == records[b].truth
    return list(zip(told, right, strict=True))


def judge_others(records: list[Record]) -> dict[str, tuple[Verdict, Verdict]]:
    """What equal fields and the tutorial's model find, at 50 and at 90: what a probability of theirs says."""
    found = {"equal fields": match_exactly(records), "Splink's tutorial": match_by_tutorial(records, CAMPAIGN_YEARS)}
    return {name: (judge(records, pairs, 50), judge(records, pairs, 90)) for name, pairs in found.items()}


def measure_registry(load: Callable[[], list[Record]], looked_up: int, *, with_others: bool = False) -> Found:
    """Analyse one made-up registry, look some of its households up, and judge what was found."""
    with transaction.atomic():
        records = load()
        began = time.perf_counter()
        prepare_sheets(Household.objects.all())
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE registry_doublon_fiche")
        find_duplicate_pairs(Household.objects.all())
        seconds = time.perf_counter() - began
        found = read_pairs(records)
        different = count_different_look_ups(records, found, looked_up)
        refusals = count_refusals(records, Household.objects.in_bulk(), ENROLLED)
        transaction.set_rollback(True)
    return Found(
        judge(records, found, settings.DUPLICATE_REVIEW),
        judge(records, found, settings.DUPLICATE_CERTAIN),
        seconds,
        different,
        calibrate(records, found),
        judge_others(records) if with_others else {},
        refusals,
    )
