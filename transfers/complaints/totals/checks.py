"""Check the sums of complaints for `manage.py check_data`."""

from config.sql import Queries

SQL = Queries(__file__, "totals.sql")


def check_totals() -> str | None:
    """Describe how many sums of complaints differ from the rows, or return None."""
    wrong = SQL.fetch_value("count_wrong_totals")
    return f"{wrong} sums of complaints differ from the rows" if wrong else None
