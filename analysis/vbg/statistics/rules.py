"""Cut periods into the blocks of months for which counts are told."""

from datetime import date, timedelta
from typing import Final

from analysis.vbg.cases.api import shift_month
from analysis.vbg.statistics.types import Period

# No case is older.
FIRST_MONTH: Final = date(2000, 1, 1)
# Without a first day, an analysis begins in January this many years ago.
DEFAULT_YEARS: Final = 4
# A rise is told when it is half as much again and exceeds what noise alone may do.
RISE_RATE: Final = 50.0
RISE_LEAST: Final = 20
# Lengths of blocks, in months, and the months in which they begin: a year in January, a quarter in every third month.
BLOCKS: Final = ((12, 12), (3, 3), (1, 1))


def widen_period(first: date | None, last: date | None, today: date) -> Period:
    """Return the whole months of a period; the month that runs is never in it.

    Its end may be before its begin: then no whole month is in the period.
    """
    newest = shift_month(today, -1)
    begin = max(first or date(today.year - DEFAULT_YEARS, 1, 1), FIRST_MONTH).replace(day=1)
    return Period(begin, min((last or newest).replace(day=1), newest))


def widen_to_years(first: date | None, last: date | None, today: date) -> Period:
    """Return the calendar years of a period that have ended; its end may be before its begin: then none is in it."""
    begin = max(first or date(today.year - DEFAULT_YEARS, 1, 1), FIRST_MONTH).replace(month=1, day=1)
    return Period(begin, date(min((last or today).year, today.year - 1), 12, 1))


def split_blocks(period: Period) -> list[tuple[date, date]]:
    """Return the fewest calendar years, quarters and months that make up a period: first and last month of each.

    Any two periods share such blocks or parts of them, and a block is told once and for all: answers to periods that
    overlap hold nothing that the blocks do not.
    """
    blocks, begin = [], period.begin
    while begin <= period.end:
        for length, step in BLOCKS:
            last = shift_month(begin, length - 1)
            if (begin.month - 1) % step == 0 and last <= period.end:
                break
        blocks.append((begin, last))
        begin = shift_month(last, 1)
    return blocks


def count_months(period: Period) -> int:
    return max((period.end.year - period.begin.year) * 12 + period.end.month - period.begin.month + 1, 0)


def list_months(period: Period) -> list[date]:
    """Return the first days of the months of a period."""
    return [shift_month(period.begin, number) for number in range(count_months(period))]


def find_previous_period(period: Period) -> Period:
    """Return the period of as many months just before."""
    return Period(shift_month(period.begin, -count_months(period)), shift_month(period.begin, -1))


def find_last_day(month: date) -> date:
    """Return the last day of a month."""
    return shift_month(month, 1) - timedelta(days=1)
