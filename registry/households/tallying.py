"""Compose the SQL that maintains and checks the sums of households from `tally.sql` and the columns of the models."""

from typing import Final

from config.sql import Queries
from geo.layers.api import build_append_cells_sql
from registry.households.models import COUNTS
from registry.households.tally import CELL_KEYS, KEYS, SUMS, HouseholdCell

SQL: Final = Queries(__file__, "tally.sql")
OLD: Final = "SELECT -1 AS sign, * FROM old_rows"
NEW: Final = "SELECT 1 AS sign, * FROM new_rows"
ALL_TAKEN_AWAY: Final = "SELECT -1 AS sign, * FROM registry_menage"


def compose_differences_sql(source: str) -> str:
    """Return the SELECT of what the rows of `source`, an SQL source with a `sign`, change in the sums."""
    added = ", ".join(f"sum(sign * {name}) AS {name}" for name in COUNTS)
    return SQL["differences"].format(source=source, keys=", ".join(KEYS), added_counts=added)


def compose_append_sql(source: str) -> str:
    """Return the statements that append to the sums, and to those by map cell, what the rows of `source` change."""
    appended = SQL["append"].format(
        keys=", ".join(KEYS),
        counts=", ".join(COUNTS),
        differences=compose_differences_sql(source),
        zeros=", ".join("0" for _ in SUMS),
    )
    keys = ", ".join(CELL_KEYS)
    points = SQL["points"].format(source=source, cell_keys=keys)
    return f"{appended};\n{build_append_cells_sql(HouseholdCell._meta.db_table, keys, points)}"


def compose_trigger_sql() -> str:
    """Return the body of the trigger function `registry_menage_tally`."""
    return SQL["trigger"].format(
        inserted=compose_append_sql(NEW),
        deleted=compose_append_sql(OLD),
        updated=compose_append_sql(f"{OLD} UNION ALL {NEW}"),
    )


def count_wrong_groups() -> int:
    """Count the groups whose kept sums differ from those of their households."""
    found = SQL.one(
        "count_wrong_groups",
        keys=", ".join(KEYS),
        sums=", ".join(SUMS),
        totals=", ".join(f"sum({name})" for name in SUMS),
        zeros=", ".join("0" for _ in SUMS),
        differences=compose_differences_sql(ALL_TAKEN_AWAY),
    )
    return int(found["groups"])
