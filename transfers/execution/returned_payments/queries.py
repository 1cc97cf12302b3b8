"""Query the returns of payments."""

from typing import Final

from config.sql import Queries

SQL: Final = Queries(__file__, "returned_payments.sql")


def find_unreversed_returns() -> list[str]:
    """Return the attempts that are returned without a reversal of their movement, or the other way round."""
    return SQL.fetch_column("find_unreversed_returns")
