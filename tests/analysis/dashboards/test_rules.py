"""Periods, intervals and rates of dashboards."""

from datetime import date

import pytest

from analysis.dashboards.rules import (
    INTERVAL_COUNTS,
    Periode,
    compute_percentage,
    compute_variation,
    cover_period,
    list_intervals,
    resolve_period,
)
from config.errors.problems import Problem

TODAY = date(2026, 3, 31)


def test_the_usual_period_is_thirty_days_against_thirty():
    found = resolve_period(None, None, TODAY)
    assert (found.debut, found.fin) == (date(2026, 3, 2), TODAY)
    assert (found.debut_precedent, found.fin_precedente) == (date(2026, 1, 31), date(2026, 3, 1))


def test_a_period_is_compared_with_one_of_its_length():
    found = resolve_period(date(2026, 1, 1), date(2026, 1, 31), TODAY)
    assert (found.debut_precedent, found.fin_precedente) == (date(2025, 12, 1), date(2025, 12, 31))


def test_one_date_is_enough():
    assert resolve_period(date(2026, 3, 1), None, TODAY).fin == TODAY
    assert resolve_period(date(2027, 1, 1), None, TODAY).fin == date(2027, 1, 1)
    assert resolve_period(None, date(2026, 1, 30), TODAY).debut == date(2026, 1, 1)


def test_the_calendar_has_a_first_day():
    assert resolve_period(None, date(1, 1, 5), TODAY).debut == date(1, 1, 1)
    assert resolve_period(date(1, 1, 1), date(1, 1, 5), TODAY).fin_precedente == date(1, 1, 1)


@pytest.mark.parametrize("days", [(date(2026, 2, 1), date(2026, 1, 1)), (date(1900, 1, 1), date(2026, 1, 1))])
def test_a_period_turned_round_or_too_long_is_refused(days):
    with pytest.raises(Problem) as refused:
        resolve_period(*days, TODAY)
    assert refused.value.code == "VALIDATION_ERROR"


@pytest.mark.parametrize(
    ("periode", "first", "last"),
    [
        (Periode.WEEK, ("2026-S02", date(2026, 1, 5)), ("2026-S14", date(2026, 3, 30))),
        (Periode.MONTH, ("2025-04", date(2025, 4, 1)), ("2026-03", date(2026, 3, 1))),
        (Periode.QUARTER, ("2024-T2", date(2024, 4, 1)), ("2026-T1", date(2026, 1, 1))),
        (Periode.YEAR, ("2022", date(2022, 1, 1)), ("2026", date(2026, 1, 1))),
    ],
)
def test_intervals_follow_the_calendar_without_gaps(periode, first, last):
    found = list_intervals(periode, TODAY)
    assert len(found) == INTERVAL_COUNTS[periode]
    assert [(found[0].label, found[0].debut), (found[-1].label, found[-1].debut)] == [first, last]
    assert [one.fin for one in found[:-1]] == [one.debut for one in found[1:]]
    assert found[-1].debut <= TODAY < found[-1].fin


@pytest.mark.parametrize(
    ("periode", "first", "last", "length", "bars"),
    [
        (Periode.WEEK, date(2026, 3, 4), date(2026, 3, 31), Periode.WEEK, ["2026-S10", "2026-S14"]),
        (Periode.WEEK, date(2026, 3, 30), date(2026, 3, 31), Periode.WEEK, ["2026-S14", "2026-S14"]),
        (Periode.WEEK, date(2024, 1, 1), date(2026, 3, 31), Periode.MONTH, ["2024-01", "2026-03"]),
        (Periode.MONTH, date(2025, 12, 15), date(2026, 1, 14), Periode.MONTH, ["2025-12", "2026-01"]),
        (Periode.QUARTER, date(2025, 12, 31), date(2026, 1, 1), Periode.QUARTER, ["2025-T4", "2026-T1"]),
        (Periode.MONTH, date(1930, 1, 1), date(2026, 3, 31), Periode.YEAR, ["1930", "2026"]),
        (Periode.WEEK, date(1, 1, 1), date(1, 1, 2), Periode.WEEK, ["1-S01", "1-S01"]),
        (Periode.YEAR, date(9999, 12, 30), date(9999, 12, 31), Periode.YEAR, ["9000", "9000"]),
    ],
)
def test_the_intervals_of_a_period_are_cut_to_its_days(periode, first, last, length, bars):
    found_length, found = cover_period(periode, first, last)
    assert (found_length, [found[0].label, found[-1].label]) == (length, bars)
    assert [one.fin for one in found[:-1]] == [one.debut for one in found[1:]]
    if last.year < 9000:
        assert (found[0].debut, found[-1].last) == (first, last)


def test_rates_of_nothing_are_unknown():
    assert (compute_variation(5, 0), compute_variation(3, 4), compute_variation(0, 4)) == (None, -25.0, -100.0)
    assert (compute_percentage(1, 0), compute_percentage(1, 3)) == (None, 33.33)
