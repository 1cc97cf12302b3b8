"""Detect columns that slipped against the codes: known households that would get values stored for others of the file.

A shifted number is valid by itself, and a telephone that moved by one line is a valid telephone of somebody else. So
changes are compared with what is stored for the other households of the file. A value that belongs to one household (a
telephone, an account) may come from any of them. A size or a score counts only if it comes from the neighbouring line,
and more often from one side than from the other: many households have the same size by chance, on both sides alike.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.conf import settings
from django.db import connection

from config.sql import Queries
from registry.imports.columns import COLUMNS, ImportColumn
from registry.imports.options import ImportOptions

SQL: Final = Queries(__file__, "slips.sql")
# Columns whose value belongs to one household; the latitude stands for a position.
OWN: Final = (
    "telephone_chef", "numero_mobile_money", "compte_bancaire", "identifiant_unique", "id_source_externe", "latitude",
)  # fmt: skip
# Number of households that get the same value from which a warning is given: people share telephones, and rarely
# accounts.
REPEATED: Final = {"telephone_chef": 3, "numero_mobile_money": 3, "compte_bancaire": 2, "identifiant_unique": 2}
MEASURES: Final = ("entier", "score")


@dataclass(frozen=True)
class ColumnSlips:
    """Count the known households that would get, by column, a value stored for another household of the file.

    `taken` counts values of any other household, `above` and `below` those of the neighbouring line. A lane sees two
    households of a pair only when both are in it: one time in `lanes`.
    """

    taken: Counter[str] = field(default_factory=Counter)
    above: Counter[str] = field(default_factory=Counter)
    below: Counter[str] = field(default_factory=Counter)
    lanes: int = 1

    def __add__(self, other: "ColumnSlips") -> "ColumnSlips":
        return ColumnSlips(
            self.taken + other.taken, self.above + other.above, self.below + other.below, self.lanes + other.lanes
        )

    def list_shares(self, known: int) -> list[tuple[str, int]]:
        """List the columns that slipped, with the percentage of the known households that it concerns."""
        sided = {name: abs(self.above[name] - self.below[name]) for name in self.above | self.below}
        found = ((name, count * self.lanes) for name, count in {**sided, **self.taken}.items())
        return sorted(
            (name, min(100, count * 100 // known))
            for name, count in found
            if count >= settings.IMPORT_CHANGED_LEAST and _is_large_share(count, known)
        )


def _is_large_share(count: int, known: int) -> bool:
    return count * 100 > known * settings.IMPORT_CHANGED_PERCENT


def list_watched_columns(present: Iterable[str]) -> list[ImportColumn]:
    """List the columns of a file whose values are compared with the stored ones."""
    here = set(present)
    return [
        column for column in COLUMNS
        if column.name in here and (column.name in OWN or (column.kind in MEASURES and column.table in ("menage", "chef")))
    ]  # fmt: skip


def list_stored_fields(columns: Iterable[ImportColumn]) -> list[str]:
    """List the fields of the household row with which the watched columns are compared."""
    return [column.field for column in columns if column.table == "menage"]


def _compose_stored_value_sql(column: ImportColumn) -> str:
    if column.table == "point":
        return "round(ST_Y(menage.geom)::numeric, 6)"
    return f"{column.table}.{column.field}"


def _compose_new_value_sql(column: ImportColumn) -> str:
    return f"round(ligne.{column.name}, 6)" if column.table == "point" else f"ligne.{column.name}"


def create_changes_table(columns: Sequence[ImportColumn], options: ImportOptions, params: dict[str, Any]) -> None:
    """Create import_change: the known households in which a watched column differs.

    It has the stored value (`avant_<column>`) and the future value (`apres_<column>`). In mode replace an empty cell is
    a change.
    """
    pairs, differing = [], []
    for column in columns:
        stored, read = _compose_stored_value_sql(column), _compose_new_value_sql(column)
        kept = read if options.mode == "replace" else f"coalesce({read}, {stored})"
        pairs.append(f", {stored} AS avant_{column.name}, {kept} AS apres_{column.name}")
        differing.append(f" OR {kept} IS DISTINCT FROM {stored}")
    SQL.run("changes", params, values="".join(pairs), differing="".join(differing))


def _compose_is_changed_sql(name: str, row: str = "") -> str:
    return f"{row}apres_{name} IS DISTINCT FROM {row}avant_{name}"


def _count_changed(columns: Sequence[ImportColumn]) -> dict[str, int]:
    counts = ", ".join(
        f"count(*) FILTER (WHERE {_compose_is_changed_sql(column.name)}) AS {column.name}" for column in columns
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {counts} FROM import_change")
        return dict(zip((column.name for column in columns), cursor.fetchone(), strict=True))


def _record_taken_values(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Count the households that take a value which another one gives up, and add them to the issues."""
    for name in names:
        yield name, SQL.run("taken", {"column": name}, before=f"avant_{name}", after=f"apres_{name}")


def _count_neighbours(names: Sequence[str]) -> tuple[Counter[str], Counter[str]]:
    """Count the households that take the value of the line above, and of the line below."""
    sides = [
        f"count(*) FILTER (WHERE {taker}.apres_{name} = {giver}.avant_{name} AND {_compose_is_changed_sql(name, f'{taker}.')}"
        f" AND {_compose_is_changed_sql(name, f'{giver}.')})"
        for name in names
        for taker, giver in (("lower", "upper"), ("upper", "lower"))
    ]
    counts = list(
        SQL.one("neighbours", counts=", ".join(f"{side} AS n{place}" for place, side in enumerate(sides))).values()
    )
    return Counter(dict(zip(names, counts[::2], strict=True))), Counter(dict(zip(names, counts[1::2], strict=True)))


def record_repeated_values(present: Iterable[str], options: ImportOptions) -> None:
    """Add issues for values that many households of the file would newly share.

    Requires import_change where known households change.
    """
    for name in REPEATED.keys() & set(present):
        changes = f" UNION ALL SELECT ligne, apres_{name} FROM import_change WHERE {_compose_is_changed_sql(name)} AND apres_{name} IS NOT NULL"
        params = {"column": name, "least": REPEATED[name]}
        SQL.run("repeated", params, column=name, changes=changes if options.overwrites else "")


def count_slips(columns: Sequence[ImportColumn], known: int) -> ColumnSlips:
    """Count what slipped, by column, over import_change. Columns with too few changes are not examined."""
    changed = _count_changed(columns) if columns else {}
    taken = Counter(dict(_record_taken_values(name for name in OWN if changed.get(name, 0) > 1)))
    measures = [name for name, count in changed.items() if name not in OWN and _is_large_share(count, known)]
    above, below = _count_neighbours(measures) if measures else (Counter(), Counter())
    return ColumnSlips(taken, above, below)
