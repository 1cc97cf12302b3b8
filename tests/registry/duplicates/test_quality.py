"""How good the model is on a small made-up registry; the benchmark asks more of a larger one."""

import pytest

from tests.bench.duplicates import SEED, linked, quality
from tests.bench.twins import Country


@pytest.mark.django_db
def test_doubles_are_found_and_neighbours_are_not():
    records = list(Country(4_000, SEED).records(0.05))
    truths = [record.truth for record in records]
    found = linked(records)
    assert quality(found, truths, 50)[2] > 0.92
    assert quality(found, truths, 90)[0] > 0.96, "what is said to be certain must be"


def test_the_same_seed_makes_the_same_registry():
    assert list(Country(50, 1).records(0.2)) == list(Country(50, 1).records(0.2))
