"""Upkeep of the layers' versions."""

from config.sql import Queries

SQL = Queries(__file__, "layers.sql")


def fold_changes() -> int:
    """Fold the changes of each layer into one row; no version moves. Answers the number of layers folded."""
    return SQL.run("fold_changes")
