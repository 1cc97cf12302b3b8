"""Export what other features may use of public holidays; the rest of the package is private."""

from transfers.holidays.queries import add_working_days, count_working_days

__all__ = ["add_working_days", "count_working_days"]
