"""Check the sums by day for `manage.py check_data`."""

from analysis.dashboards.queries import SQL


def check_daily_totals() -> str | None:
    """Describe how many sums by day differ from the rows, or return None."""
    wrong = SQL.fetch_value("count_wrong_totals")
    return f"{wrong} sums by day of dashboards differ from the rows" if wrong else None
