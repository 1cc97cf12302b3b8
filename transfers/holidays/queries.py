"""Query public holidays, and count working days by them: the one door to the calendar, which the database holds."""

from datetime import date

from config.sql import Queries

SQL = Queries(__file__, "holidays.sql")


def add_working_days(start: date, number: int) -> date:
    """Return the day that is so many working days after `start`, or before it where the number is below zero."""
    day: date = SQL.fetch_value("add_working_days", {"start": start, "number": number})
    return day


def count_working_days(first: date, end: date) -> int:
    """Return the number of working days from `first` to the day before `end`."""
    return int(SQL.fetch_value("count_working_days", {"first": first, "end": end}))
