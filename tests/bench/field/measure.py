"""Load one made-up registry, analyse it, judge, and roll back."""

import time
from dataclasses import dataclass

from django.conf import settings
from django.db import connection, transaction

from registry.duplicates.analysis.services import find_duplicate_pairs, prepare_sheets
from registry.duplicates.models import Pair
from registry.households.models import Household
from tests.bench.field.judge import Verdict, judge
from tests.bench.field.load import load_places, load_records, name_id
from tests.bench.field.records import Interviews, Record


@dataclass
class Found:
    review: Verdict
    certain: Verdict
    seconds: float


def load_registry(households: int, seed: int, listed: float) -> list[Record]:
    """Write a made-up registry into the database, and return its records."""
    interviews = Interviews(households, seed, listed)
    records = list(interviews.make_records())
    load_places(interviews.villages.places)
    load_records(records)
    return records


def read_pairs(records: list[Record]) -> list[tuple[int, int, float]]:
    """The pairs of the registry, by places in the list of records."""
    places = {name_id("h", n): n for n in range(len(records))}
    return [
        (places[a], places[b], float(score))
        for a, b, score in Pair.objects.values_list("menage_a_id", "menage_b_id", "score")
    ]


def measure_seed(households: int, seed: int, listed: float) -> Found:
    """Analyse one made-up registry, and judge what was found."""
    with transaction.atomic():
        records = load_registry(households, seed, listed)
        began = time.perf_counter()
        prepare_sheets(Household.objects.all())
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE registry_doublon_fiche")
        find_duplicate_pairs(Household.objects.all())
        seconds = time.perf_counter() - began
        found = read_pairs(records)
        transaction.set_rollback(True)
    return Found(
        judge(records, found, settings.DUPLICATE_REVIEW), judge(records, found, settings.DUPLICATE_CERTAIN), seconds
    )
