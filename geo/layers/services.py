"""Compact the version rows of layers."""

from config.sql import Queries

SQL = Queries(__file__, "layers.sql")


def fold_changes() -> int:
    """Fold the changes of each layer into one row; versions stay the same. Return the number of layers folded."""
    return SQL.execute("fold_changes")
