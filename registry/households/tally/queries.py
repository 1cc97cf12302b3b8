"""Compose the SQL that maintains and checks the sums of households from `tally.sql` and the columns of the models."""

from typing import Final

from config.sql import Queries
from geo.layers.api import build_append_cells_sql
from registry.households.models import COUNTS
from registry.households.tally.models import CELL_GROUP_FIELDS, GROUP_FIELDS, SUM_FIELDS, HouseholdCell

SQL: Final = Queries(__file__, "tally.sql")
OLD_ROWS: Final = "SELECT -1 AS sign, * FROM old_rows"
NEW_ROWS: Final = "SELECT 1 AS sign, * FROM new_rows"
ALL_SUBTRACTED: Final = "SELECT -1 AS sign, * FROM registry_menage"


def compose_differences_sql(source: str) -> str:
    """Return the SELECT of what the rows of `source`, an SQL source with a `sign`, change in the sums."""
    added = ", ".join(f"sum(sign * {name}) AS {name}" for name in COUNTS)
    return SQL["differences"].format(source=source, keys=", ".join(GROUP_FIELDS), added_counts=added)


def compose_append_sql(source: str) -> str:
    """Return the statements that append to the sums, and to those by map cell, what the rows of `source` change."""
    appended = SQL["append"].format(
        keys=", ".join(GROUP_FIELDS),
        counts=", ".join(COUNTS),
        differences=compose_differences_sql(source),
        zeros=", ".join("0" for _ in SUM_FIELDS),
    )
    keys = ", ".join(CELL_GROUP_FIELDS)
    points = SQL["points"].format(source=source, cell_keys=keys)
    return f"{appended};\n{build_append_cells_sql(HouseholdCell._meta.db_table, keys, points)}"


def compose_trigger_sql() -> str:
    """Return the body of the trigger function `registry_menage_tally`."""
    return SQL["trigger"].format(
        inserted=compose_append_sql(NEW_ROWS),
        deleted=compose_append_sql(OLD_ROWS),
        updated=compose_append_sql(f"{OLD_ROWS} UNION ALL {NEW_ROWS}"),
    )


def count_wrong_groups() -> int:
    """Count the groups whose stored sums differ from those of their households."""
    found = SQL.fetch_one(
        "count_wrong_groups",
        keys=", ".join(GROUP_FIELDS),
        sums=", ".join(SUM_FIELDS),
        totals=", ".join(f"sum({name})" for name in SUM_FIELDS),
        zeros=", ".join("0" for _ in SUM_FIELDS),
        differences=compose_differences_sql(ALL_SUBTRACTED),
    )
    return int(found["groups"])
