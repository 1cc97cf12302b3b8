"""Sizes of samples, their parts by stratum, and what is concluded from the answers."""

import random
from dataclasses import replace

import pytest
from statsmodels.stats.proportion import proportion_confint

from transfers.receipts.rules import (
    allocate_sample,
    compute_interval,
    compute_sample_size,
    estimate_stratum,
    estimate_total,
)
from transfers.receipts.types import Stratum, StratumResult


@pytest.mark.parametrize(
    ("population", "margin", "size"),
    # The sizes that tables of Cochran's formula give for 95 %.
    [(10**9, 5, 385), (1_000, 5, 278), (500, 5, 218), (100, 5, 80), (10_000, 3, 965), (1, 5, 1), (0, 5, 0), (3, 1, 3)],
)
def test_the_size_follows_from_the_precision(population, margin, size):
    assert compute_sample_size(population, margin, 95) == size


def test_strata_are_asked_in_proportion_and_at_least_once():
    strata = [Stratum(None, name, number) for name, number in (("a", 900), ("b", 99), ("c", 1))]
    parts = [stratum.taille for stratum in allocate_sample(strata, 5, 95)]
    assert parts == [251, 28, 1]
    assert allocate_sample([], 5, 95) == []


def test_no_stratum_is_asked_more_than_it_has():
    for seed in range(200):
        draw = random.Random(seed)
        strata = [Stratum(None, str(n), draw.randint(1, 50)) for n in range(draw.randint(1, 12))]
        found = allocate_sample(strata, draw.choice([1, 5, 20]), 95)
        wanted = compute_sample_size(sum(one.population for one in strata), 5, 95)
        assert all(1 <= one.taille <= one.population for one in found)
        assert sum(one.taille for one in allocate_sample(strata, 5, 95)) >= wanted


@pytest.mark.parametrize(("yes", "asked"), [(0, 10), (10, 10), (9, 10), (1, 1), (370, 385)])
def test_the_interval_is_wilson_s(yes, asked):
    expected = proportion_confint(yes, asked, alpha=0.05, method="wilson")
    assert compute_interval(yes / asked, asked, 95) == pytest.approx(expected)


def stratum(population, answered, yes, size=None):
    return StratumResult(
        None,
        None,
        "a",
        population,
        size or answered,
        answered,
        oui=yes,
        partiel=0,
        non=answered - yes,
        frais=0,
        ecarts=0,
    )


def test_the_total_weighs_strata_by_their_people():
    """Nine tenths of the people got all of it, one tenth half: 95 %, although as many were asked in both."""
    total = estimate_total([stratum(9_000, 50, 50), stratum(1_000, 50, 25)], 95)
    assert total.taux == pytest.approx(0.95)
    assert 0.85 < total.bas < 0.95 < total.haut < 1


def test_one_stratum_with_many_people_is_as_wilson_says():
    total = estimate_total([stratum(10**9, 100, 90)], 95)
    one = estimate_stratum(stratum(10**9, 100, 90), 95)
    assert (total.bas, total.haut) == pytest.approx((one.bas, one.haut), abs=1e-6)


def test_who_asks_everybody_knows():
    total = estimate_total([stratum(40, 40, 30), stratum(10, 10, 10)], 95)
    assert (total.taux, total.bas, total.haut) == pytest.approx((0.8, 0.8, 0.8))


def test_strata_without_answers_are_left_out():
    silent = replace(stratum(9_000, 1, 0), repondus=0, non=0)
    assert estimate_total([silent, stratum(1_000, 10, 5)], 95).taux == 0.5
    assert estimate_total([silent], 95) is None
    assert estimate_stratum(silent, 95) is None


def test_people_of_whom_nothing_is_known_widen_the_interval():
    """One of two villages is asked whole, and nobody received: of all, between none and half have."""
    total = estimate_total([stratum(100, 0, 0), stratum(100, 100, 0)], 95)
    assert (total.taux, total.bas, total.haut) == (0, 0, 0.5)


def test_the_interval_holds_the_truth_as_often_as_it_says():
    """Two strata of which 98 % and 80 % got all: of 1,000 samples, about 95 % of the intervals hold the true share."""
    draw = random.Random(17)
    people = [[True] * 980 + [False] * 20, [True] * 160 + [False] * 40]
    truth = (980 + 160) / 1_200
    held = 0
    for _ in range(1_000):
        samples = [draw.sample(group, size) for group, size in zip(people, (100, 20), strict=True)]
        rows = [stratum(len(group), len(one), sum(one)) for group, one in zip(people, samples, strict=True)]
        total = estimate_total(rows, 95)
        held += total.bas <= truth <= total.haut
    assert 930 <= held <= 1_000
