"""Detect doubts about a file as a whole.

These are the scale of its scores, the order of day and month, and whether its rows, and each of its columns, belong to
the households that have their codes. No single row shows it, since each is valid by itself. So the file is refused
until the user answers. The lanes of a long file count separately, and their counts are added up.

A shifted number is valid by itself, and a telephone that moved by one line is a valid telephone of somebody else. So
changes are compared with what is stored for the other households of the file. A value that belongs to one household (a
telephone, an account) may come from any of them. A size or a score counts only if it comes from the neighbouring line,
and more often from one side than from the other: many households have the same size by chance, on both sides alike.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from config.sql import Queries
from geo.import_engine.issues import Issue, record_issues
from geo.import_engine.questions import refuse_unanswered
from registry.duplicates.api import HOUSEHOLD_COMPARISONS, bind_sides
from registry.imports.definition.columns import COLUMNS, ImportColumn
from registry.imports.definition.header import Header
from registry.imports.definition.messages import DOUBT_MESSAGES, describe_changes
from registry.imports.doubts.types import ColumnSlips, FileDoubts, is_large_share
from registry.imports.types import ImportOptions

DOUBTS: Final = Queries(__file__, "doubts.sql")
SLIPS: Final = Queries(__file__, "slips.sql")
# Levels at which duplicate detection considers two names one person's; a first or family name in common is not enough.
SAME_PERSON_LEVELS: Final = ("identique", "proche", "partie", "ressemblant")
# Dates whose day and month can be told apart, because one of the two numbers is above 12.
_MONTH: Final = "(?:0?[1-9]|1[0-2])"
_BEYOND: Final = "(?:1[3-9]|2[0-9]|3[01])"
DAY_FIRST_DATE: Final = f"^(?:0?[1-9]|[12][0-9]|3[01])[/.-]{_MONTH}[/.-][0-9]{{4}}"
MONTH_FIRST_ONLY: Final = f"^{_MONTH}[/.-]{_BEYOND}[/.-][0-9]{{4}}"
DAY_FIRST_ONLY: Final = f"^{_BEYOND}[/.-]{_MONTH}[/.-][0-9]{{4}}"
# Columns whose value belongs to one household; the latitude stands for a position.
UNIQUE_COLUMNS: Final = (
    "telephone_chef",
    "numero_mobile_money",
    "compte_bancaire",
    "identifiant_unique",
    "id_source_externe",
    "latitude",
)
# Number of households that get the same value from which a warning is given: people share telephones, and rarely
# accounts.
REPEAT_THRESHOLDS: Final = {
    "telephone_chef": 3,
    "numero_mobile_money": 3,
    "compte_bancaire": 2,
    "identifiant_unique": 2,
}
MEASURE_KINDS: Final = ("entier", "score")


def _compose_other_person_sql() -> str:
    """Return SQL for whether two name keys are unlikely to be one person's, by the levels of duplicate detection."""
    names = next(comparison for comparison in HOUSEHOLD_COMPARISONS if comparison.code == "nom")
    conditions = (level.condition for level in names.levels if level.code in SAME_PERSON_LEVELS)
    alike = (f"({bind_sides(condition, 'cle.ancien', 'cle.nouveau')})" for condition in conditions)
    return f"NOT ({' OR '.join(alike)})"


def count_doubts(header: Header, options: ImportOptions, params: Mapping[str, Any]) -> FileDoubts:
    """Count doubts, and record issues for changed heads or regions and for values of other households.

    Call it when the rows with errors are refused.
    """
    here = {column.name for column in header.columns if column}
    found: dict[str, Any] = DOUBTS.fetch_one("count_scores")
    if "date_collecte" in here:
        found |= DOUBTS.fetch_one(
            "count_dates",
            {
                "day_first": DAY_FIRST_DATE,
                "day_only": DAY_FIRST_ONLY,
                "month_first": MONTH_FIRST_ONLY,
            },
        )
    if options.overwrites:
        watched = list_watched_columns(here)
        _create_changes(watched, options, params)
        found |= DOUBTS.fetch_one("record_other_households", unlike=_compose_other_person_sql()) | DOUBTS.fetch_one(
            "count_known"
        )
        found["slips"] = _count_slips(watched, found["known"])
    _record_repeated_values(here, options)
    return FileDoubts(**found)


def record_doubts(doubts: FileDoubts, options: ImportOptions) -> None:
    """Add the doubts to the issues, at the line of the titles, when a whole file is checked.

    A lane knows only its part of the file, so it does not call this.
    """
    found = []
    if doubts.must_refuse_scale(options):
        found.append(Issue(1, "score_pmt", "echelle", True, {"value": "", "other": ""}))
    elif doubts.is_scale_doubtful(options):
        found.append(Issue(1, "score_pmt", "echelle_peut_etre", False, {"value": "", "other": ""}))
    if doubts.must_refuse_dates(options):
        found.append(Issue(1, "date_collecte", "ordre_dates", True, {"value": "", "other": ""}))
    if doubts.must_refuse_changes(options):
        counts = {"value": str(doubts.changed), "other": str(doubts.known)}
        found.append(Issue(1, "code_menage", "changements", True, counts))
    for name, share in doubts.list_slipped(options):
        found.append(Issue(1, name, "colonne_glissee", True, {"value": str(share), "other": ""}))
    if contrary := doubts.find_contrary_dates(options):
        code, wrong, right = contrary
        found.append(Issue(1, "date_collecte", code, True, {"value": str(wrong), "other": str(right)}))
    record_issues(found)


def refuse_doubts(doubts: FileDoubts, options: ImportOptions) -> None:
    """Raise VALIDATION_ERROR, naming the option to set, when the file may not be written as it is."""
    open_: dict[str, list[str]] = {}
    if doubts.must_refuse_scale(options):
        open_["echelle_pmt"] = [str(DOUBT_MESSAGES["echelle"])]
    if doubts.must_refuse_dates(options):
        open_["ordreDates"] = [str(DOUBT_MESSAGES["ordre_dates"])]
    if contrary := doubts.find_contrary_dates(options):
        code, wrong, right = contrary
        open_["ordreDates"] = [str(DOUBT_MESSAGES[code]) % {"value": wrong, "other": right}]
    if doubts.must_refuse_changes(options):
        open_["confirmerChangements"] = [describe_changes(doubts.changed, doubts.known)]
    if slipped := doubts.list_slipped(options):
        open_["confirmerValeurs"] = [
            str(DOUBT_MESSAGES["colonne_glissee"]) % {"column": name, "value": share} for name, share in slipped
        ]
    refuse_unanswered(open_)


def list_watched_columns(present: Iterable[str]) -> list[ImportColumn]:
    """List the columns of a file whose values are compared with the stored ones."""
    here = set(present)
    return [
        column
        for column in COLUMNS
        if column.name in here
        and (column.name in UNIQUE_COLUMNS or (column.kind in MEASURE_KINDS and column.table in ("menage", "chef")))
    ]


def list_stored_fields(columns: Iterable[ImportColumn]) -> list[str]:
    """List the fields of the household row with which the watched columns are compared."""
    return [column.field for column in columns if column.table == "menage"]


def _compose_stored_value_sql(column: ImportColumn) -> str:
    if column.table == "point":
        return "round(ST_Y(menage.geom)::numeric, 6)"
    return f"{column.table}.{column.field}"


def _compose_new_value_sql(column: ImportColumn) -> str:
    return f"round(ligne.{column.name}, 6)" if column.table == "point" else f"ligne.{column.name}"


def _create_changes(columns: Sequence[ImportColumn], options: ImportOptions, params: Mapping[str, Any]) -> None:
    """Create import_change: the known households in which a watched column differs.

    It has the stored value (`avant_<column>`) and the future value (`apres_<column>`). In mode replace an empty cell is
    a change.
    """
    pairs, differing = [], []
    for column in columns:
        stored, read = _compose_stored_value_sql(column), _compose_new_value_sql(column)
        future = read if options.mode == "replace" else f"coalesce({read}, {stored})"
        pairs.append(f", {stored} AS avant_{column.name}, {future} AS apres_{column.name}")
        differing.append(f" OR {future} IS DISTINCT FROM {stored}")
    SLIPS.execute("create_changes", params, values="".join(pairs), differing="".join(differing))


def _compose_is_changed_sql(name: str, row: str = "") -> str:
    return f"{row}apres_{name} IS DISTINCT FROM {row}avant_{name}"


def _count_changed(columns: Sequence[ImportColumn]) -> dict[str, int]:
    counts = ", ".join(
        f"count(*) FILTER (WHERE {_compose_is_changed_sql(column.name)}) AS {column.name}" for column in columns
    )
    return SLIPS.fetch_one("count_changed", counts=counts)


def _record_taken_values(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Count the households that take a value which another one gives up, and add them to the issues."""
    for name in names:
        yield (
            name,
            SLIPS.execute("record_taken_values", {"column": name}, before=f"avant_{name}", after=f"apres_{name}"),
        )


def _count_neighbours(names: Sequence[str]) -> tuple[Counter[str], Counter[str]]:
    """Count the households that take the value of the line above, and of the line below."""
    sides = [
        f"count(*) FILTER (WHERE {taker}.apres_{name} = {giver}.avant_{name} AND {_compose_is_changed_sql(name, f'{taker}.')}"
        f" AND {_compose_is_changed_sql(name, f'{giver}.')})"
        for name in names
        for taker, giver in (("lower", "upper"), ("upper", "lower"))
    ]
    counts = list(
        SLIPS.fetch_one(
            "count_neighbours", counts=", ".join(f"{side} AS n{place}" for place, side in enumerate(sides))
        ).values()
    )
    return Counter(dict(zip(names, counts[::2], strict=True))), Counter(dict(zip(names, counts[1::2], strict=True)))


def _record_repeated_values(present: Iterable[str], options: ImportOptions) -> None:
    """Add issues for values that many households of the file would newly share.

    Requires import_change where known households change.
    """
    for name in REPEAT_THRESHOLDS.keys() & set(present):
        changes = f" UNION ALL SELECT ligne, apres_{name} FROM import_change WHERE {_compose_is_changed_sql(name)} AND apres_{name} IS NOT NULL"
        params = {"column": name, "least": REPEAT_THRESHOLDS[name]}
        SLIPS.execute("record_repeated_values", params, column=name, changes=changes if options.overwrites else "")


def _count_slips(columns: Sequence[ImportColumn], known: int) -> ColumnSlips:
    """Count what slipped, by column, over import_change. Columns with too few changes are not examined."""
    changed = _count_changed(columns) if columns else {}
    taken = Counter(dict(_record_taken_values(name for name in UNIQUE_COLUMNS if changed.get(name, 0) > 1)))
    measures = [name for name, count in changed.items() if name not in UNIQUE_COLUMNS and is_large_share(count, known)]
    above, below = _count_neighbours(measures) if measures else (Counter(), Counter())
    return ColumnSlips(taken, above, below)
