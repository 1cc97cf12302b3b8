"""How good the model is on a small made-up registry; the benchmark asks more of a larger one."""

from collections import Counter

import pytest

from registry.duplicates.analysis.services import analyse_duplicates
from tests.bench.duplicates import SEED, linked, quality
from tests.bench.field.measure import count_different_look_ups, load_registry, read_pairs
from tests.bench.second.interviews import REASONS, Campaigns
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


def test_the_second_registry_holds_what_it_says():
    """Every reason for a double, ages that heap as in a census, numbers that several households give, lists left out."""
    sheets = list(Campaigns(2_500, 4).make_sheets())
    assert sheets[:100] == list(Campaigns(2_500, 4).make_sheets())[:100]
    assert {sheet.kind for sheet in sheets} == {None, *REASONS}
    ages = [sheet.age for sheet in sheets if sheet.age and 23 <= sheet.age <= 62]
    assert 150 < 500 * sum(age % 5 == 0 for age in ages) / len(ages) < 220
    numbers = Counter(sheet.telephone for sheet in sheets if sheet.kind is None and sheet.telephone)
    assert 0.005 < sum(count > 2 for count in numbers.values()) / len(numbers) < 0.2
    assert 0.8 < sum(bool(sheet.membres) for sheet in sheets) / len(sheets) < 0.95


def test_one_is_found_where_all_are(settings, cast):
    """Whatever is compared, the look-up and the analysis compare the same pairs and weigh them alike."""
    settings.DUPLICATE_REVIEW = 0
    records = load_registry(400, seed=7, listed=0.8)
    analyse_duplicates(query={}, user=cast.admin)
    found = read_pairs(records)
    assert len(found) > 400
    assert count_different_look_ups(records, found, 50) == 0
