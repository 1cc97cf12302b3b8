"""Periods and generation days are civil days, counted from the programme's first day."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transfers.cycles.rules import MONTHS, add_months, compute_generation_day, compute_period, find_due_number
from transfers.cycles.types import Period

days = st.dates(date(2000, 1, 1), date(2060, 12, 31))


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2025, 1, 31), 1, date(2025, 2, 28)),
        (date(2024, 1, 31), 1, date(2024, 2, 29)),
        (date(2025, 1, 31), 2, date(2025, 3, 31)),
        (date(2025, 11, 30), 3, date(2026, 2, 28)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2025, 12, 15), 1, date(2026, 1, 15)),
    ],
)
def test_months_are_added(day, months, expected):
    assert add_months(day, months) == expected


@pytest.mark.parametrize(
    ("frequency", "number", "expected"),
    [
        ("mensuel", 0, Period(date(2025, 1, 1), date(2025, 1, 31))),
        ("mensuel", 13, Period(date(2026, 2, 1), date(2026, 2, 28))),
        ("bimestriel", 1, Period(date(2025, 3, 1), date(2025, 4, 30))),
        ("trimestriel", 1, Period(date(2025, 4, 1), date(2025, 6, 30))),
        ("semestriel", 1, Period(date(2025, 7, 1), date(2025, 12, 31))),
        ("annuel", 3, Period(date(2028, 1, 1), date(2028, 12, 31))),
    ],
)
def test_periods_follow_one_another(frequency, number, expected):
    assert compute_period(date(2025, 1, 1), frequency, number) == expected


def test_a_cycle_is_generated_before_its_payment_day():
    """The worked example of the decision."""
    assert compute_generation_day(Period(date(2025, 3, 1), date(2025, 3, 31)), 5, 7) == date(2025, 2, 26)
    assert compute_generation_day(Period(date(2025, 2, 1), date(2025, 2, 28)), 31, 0) == date(2025, 2, 28)
    assert compute_generation_day(Period(date(2024, 2, 1), date(2024, 2, 29)), 30, 0) == date(2024, 2, 29)


@given(anchor=days, frequency=st.sampled_from(list(MONTHS)), number=st.integers(0, 200))
def test_periods_leave_no_day_out(anchor, frequency, number):
    this, following = (compute_period(anchor, frequency, n) for n in (number, number + 1))
    assert (following.debut - this.fin).days == 1
    assert this.debut <= this.fin


@given(
    anchor=days,
    frequency=st.sampled_from(list(MONTHS)),
    day=st.integers(1, 31),
    lead=st.integers(0, 365),
    today=days,
)
def test_the_due_period_is_the_latest_whose_day_has_come(anchor, frequency, day, lead, today):
    number = find_due_number(anchor, frequency, day, lead, today)
    if number >= 0:
        assert compute_generation_day(compute_period(anchor, frequency, number), day, lead) <= today
    assert number >= -1
    assert compute_generation_day(compute_period(anchor, frequency, number + 1), day, lead) > today
