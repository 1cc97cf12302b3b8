"""Check staged rows with a few set-based statements: text becomes typed rows and a list of issues."""

from typing import Any, Final, NamedTuple

from django.db import connection

from config.counts import describe_counts
from config.ids import uuid7
from config.locks import Lock, claim_lock
from config.sql import Queries
from geo.import_engine.issues import Issue, record_issues
from geo.import_engine.progress import ReportShare
from geo.import_engine.staging import Statements, refuse_rows
from geo.tables.damaged_text import DAMAGED
from geo.tables.formula_errors import FORMULA_ERROR
from registry.households import api as households
from registry.households.api import count_household_dependencies, normalise_phone
from registry.imports.checking.types import UnplacedRows
from registry.imports.definition.cell_sql import (
    compose_odd_phone_sql,
    compose_plain_decimals_sql,
    compose_plain_integers_sql,
    compose_value_sql,
)
from registry.imports.definition.columns import COLUMNS, EXAMPLE_CODE, ImportColumn
from registry.imports.definition.conditions import CODE_MISSING, IssueCondition, build_issue_conditions
from registry.imports.definition.header import Header
from registry.imports.definition.identifiers import CODE, IDENTIFIERS, TOTAL_WORDS, build_identifier_conditions
from registry.imports.doubts.services import count_doubts, list_stored_fields, list_watched_columns
from registry.imports.doubts.types import FileDoubts
from registry.imports.types import LEFT_OUT, MONTH_FIRST, WITHOUT_POSITION, ImportOptions

CHECKS: Final = Queries(__file__, "checks.sql")
BOUNDARIES: Final = Queries(__file__, "boundaries.sql")
LIKENESS: Final = Queries(__file__, "likeness.sql")
LEVELS: Final = ("region_id", "secteur_id", "commune_id", "localite_id")
CASTS: Final = {
    "entier": "integer",
    "decimal": "numeric",
    "score": "numeric",
    "date": "timestamptz",
    "booleen": "boolean",
}
# Maximum distance from a village at which a household's position decides between villages of the same name.
NEAR_METRES: Final = 5_000
# What people write for an unknown name, as returned by the SQL function `normalise`.
UNKNOWN_NAME_WORDS: Final = [
    "na",
    "nan",
    "nd",
    "nsp",
    "none",
    "null",
    "inconnu",
    "inconnue",
    "desconhecido",
    "desconhecida",
    "unknown",
]
# At least this many issues of these kinds in one row are not a coincidence: its cells have shifted.
SHIFTED_ROW_PARAMS: Final = {
    "kinds": ["entier", "decimal", "score", "sexe", "milieu", "categorie", "date", "booleen"],
    "least": 4,
}
# The code of the question about new households that look like registered ones.
REPEATED: Final = "menage_repete"
# The code of the question about rows that repeat an earlier row of the file.
IDENTICAL: Final = "ligne_identique"
# How many households are looked up at once in mode replace.
DEPENDENCIES_STEP: Final = 50_000


class CheckResult(NamedTuple):
    """Hold the results of a check: the country's bounding box (for messages) and the doubts about the whole file."""

    country: dict[str, Any]
    doubts: FileDoubts


def check_staged_rows(header: Header, options: ImportOptions, report: ReportShare) -> CheckResult:
    """Type and check the rows of `import_raw`: create `import_row`, refuse rows with errors.

    `report` is called with the completed share of the whole import.
    """
    box = households.find_country_box()
    work = Statements(
        options.build_sql_params()
        | box
        | {"rate": FORMULA_ERROR, "sans_nom": UNKNOWN_NAME_WORDS, "abime": DAMAGED, "proche": NEAR_METRES}
        | {"abroad": households.POSITION_ABROAD, "faults": [*households.POSITION_FAULTS, households.POSITION_ABROAD]}
    )
    here = {column.name for column in header.columns if column}
    present = [column for column in COLUMNS if column.name in here]
    work.run(CHECKS, "create_places", "match_sectors", "match_villages", "mark_unknown_regions", "analyse_places")
    for name in ("find_near_villages", "find_near_sectors"):
        LIKENESS.execute(name)
    report(0.05)
    work.params["tel"] = _parse_odd_phones([column for column in present if column.kind == "telephone"])
    _find_known_households(work, options, here)
    report(0.1)
    conditions = build_issue_conditions(present, options, bool(work.params["known"]), header.signs)
    _create_rows(work, present, conditions, month_first=options.date_order == MONTH_FIRST)
    work.run(CHECKS, "choose_namesakes")
    has_placeless = _assign_areas_from_points(work)
    report(0.2)
    work.run(CHECKS, "record_duplicate_codes")
    _record_row_issues(work, present, conditions)
    _record_damaged_identifiers(present)
    work.run(CHECKS, "record_lost_places", "propose_regions")
    LIKENESS.execute("copy_near_names")
    LIKENESS.execute("record_shifted_rows", SHIFTED_ROW_PARAMS)
    work.run(CHECKS, "record_out_of_scope", "record_closed")
    if {"score_pmt", "categorie_pauvrete"} & here:
        work.run(CHECKS, "record_forbidden_scores")
    _record_outside_points(work)
    if has_placeless:
        work.run(BOUNDARIES, "record_placeless")
    _record_twins(work, present, options)
    _apply_answers(options)
    refuse_rows()
    CHECKS.execute("leave_example_out", {"example": EXAMPLE_CODE})
    if options.mode == "replace":
        _refuse_households_with_dependants()
        work.run(CHECKS, "record_lost_members", "record_lost_scores")
    doubts = count_doubts(header, options, work.params)
    if doubts.new_households:
        work.run(LIKENESS, "create_prefixes", "record_case_variants")
    report(0.3)
    return CheckResult(box, doubts)


def _parse_odd_phones(columns: list[ImportColumn]) -> bool:
    """Parse the distinct phone numbers that the fast path does not know; return whether there are any."""
    statement = " UNION ".join(
        f"SELECT DISTINCT {column.name} FROM import_raw AS b"
        f" WHERE length(b.{column.name}) <= {column.maximum} AND {compose_odd_phone_sql(f'b.{column.name}')}"
        for column in columns
    )
    if not statement:
        return False
    with connection.cursor() as cursor:
        cursor.execute(statement)
        odd = [row[0] for row in cursor.fetchall()]
        if odd:
            with cursor.copy("COPY import_tel (tape, e164) FROM STDIN") as copy:
                for number in odd:
                    copy.write_row((number, normalise_phone(number)))
            cursor.execute("ANALYZE import_tel")
    return bool(odd)


def _find_known_households(work: Statements, options: ImportOptions, here: set[str]) -> None:
    """Create import_connu; the households are locked where the import may change them."""
    if options.overwrites:
        stored = "".join(f", {name}" for name in list_stored_fields(list_watched_columns(here)))
        claim_lock(Lock.HOUSEHOLDS)
        CHECKS.execute("create_known_locked", work.params, stored=stored)
    else:
        work.run(CHECKS, "create_known")


def _compose_texts_sql(present: list[ImportColumn]) -> str:
    """Return SQL with the text of every column as `r_<name>`; null for columns missing from the file."""
    here = {column.name for column in present}
    return ", ".join(f"{'b.' + c.name if c.name in here else 'NULL::text'} AS r_{c.name}" for c in COLUMNS)


def _create_rows(
    work: Statements, present: list[ImportColumn], conditions: list[IssueCondition], *, month_first: bool
) -> None:
    """Create import_row from import_raw."""
    here = {column.name for column in present}
    stored = [column for column in COLUMNS if column.table != "lieu"]
    values = (
        compose_value_sql(column, month_first) if column.name in here else f"NULL::{CASTS.get(column.kind, 'text')}"
        for column in stored
    )
    # The parts hold placeholders of values, which are filled in afterwards.
    CHECKS.execute(
        "create_rows",
        work.params | {"base": str(uuid7())},
        levels=", ".join(LEVELS),
        stored=", ".join(column.name for column in stored),
        suspect=" OR ".join(f"({one.condition})" for one in conditions),
        values=", ".join(f"{value} AS {column.name}" for value, column in zip(values, stored, strict=True)),
        typed_levels=", ".join(f"b.{level}" for level in LEVELS),
        texts=_compose_texts_sql(present),
        cells=", ".join(f"s.{column.name}" for column in present),
        plain_integers=compose_plain_integers_sql(present),
        plain_decimals=compose_plain_decimals_sql(present),
        place_levels=", ".join(f"lieu.{level}" for level in LEVELS),
    )


def _record_row_issues(work: Statements, present: list[ImportColumn], conditions: list[IssueCondition]) -> None:
    rows = (
        f"(({one.condition}), {one.column}, {one.code}, {str(one.is_error).lower()}, {one.value})" for one in conditions
    )
    texts = _compose_texts_sql(present)
    CHECKS.execute("record_row_issues", work.params, texts=texts, conditions=",\n".join(rows))


def _record_damaged_identifiers(present: list[ImportColumn]) -> None:
    """Record the damaged identifiers. The code of a known household is not examined."""
    for column in present:
        if column.name in IDENTIFIERS:
            odd, conditions = build_identifier_conditions(column.name)
            CHECKS.execute(
                "record_damaged_identifiers",
                {"odd": odd, "totals": TOTAL_WORDS},
                column=column.name,
                unknown="connu IS NULL AND " if column.name == CODE else "",
                codes=" ".join(f"WHEN {one.condition} THEN '{one.code}'" for one in conditions),
                severities=" ".join(f"WHEN {one.condition} THEN {str(one.is_error).lower()}" for one in conditions),
            )


def _assign_areas_from_points(work: Statements) -> bool:
    """Set the secteur or region of rows without one from the position of their point.

    Return whether some rows may have no place at all.
    """
    unplaced = BOUNDARIES.fetch_object(UnplacedRows, "find_unplaced")
    if unplaced.sectorless:
        work.run(BOUNDARIES, "create_sector_pieces", "fill_sectors")
    work.run(CHECKS, "fill_regions")
    return unplaced.placeless


def _record_outside_points(work: Statements) -> None:
    """Find points outside their secteur or the country."""
    work.run(CHECKS, "create_sectors", "create_outside")
    if BOUNDARIES.fetch_value("may_be_abroad"):
        work.run(BOUNDARIES, "create_region_pieces", "record_abroad")
    work.run(CHECKS, "record_outside")


def _record_twins(work: Statements, present: list[ImportColumn], options: ImportOptions) -> None:
    """Record the rows that may be a household of the registry, or of an earlier row of the file."""
    if options.assigns_codes:
        # A code distinguishes rows, and the same code twice is an error: only rows without one can be identical.
        cells = ", ".join(column.name for column in present if column.name != CODE)
        if cells:
            CHECKS.execute("record_identical", cells=cells)
    if {"telephone_chef", "nom_complet_chef"} <= {column.name for column in present}:
        work.run(CHECKS, "record_repeated", "record_alike")


def _apply_answers(options: ImportOptions) -> None:
    """Do with the rows that a question is about what the user answered; without an answer they stay as they are."""
    if options.abroad == WITHOUT_POSITION:
        BOUNDARIES.execute("drop_positions_abroad", {"abroad": households.POSITION_ABROAD})
    answers = {
        households.POSITION_ABROAD: options.abroad,
        REPEATED: options.repeated,
        CODE_MISSING: options.codeless,
        IDENTICAL: options.identical,
    }
    for question, answer in answers.items():
        if answer:
            CHECKS.execute("settle_issues", {"question": question, "answer": answer, "left_out": LEFT_OUT})


def _refuse_households_with_dependants() -> None:
    """Refuse rows that would replace a household to which dependent data refers."""
    lines = CHECKS.fetch_mapping("list_replaced")
    ids = list(lines)
    held = []
    for start in range(0, len(ids), DEPENDENCIES_STEP):
        for household_id, counts in count_household_dependencies(ids[start : start + DEPENDENCIES_STEP]).items():
            if named := describe_counts(counts):
                held.append(Issue(lines[household_id], CODE, "dependances", True, {"value": named}))
    record_issues(held)
    refuse_rows()


def record_file_issues(header: Header) -> None:
    """Record issues about the columns and the sheet of the file, after `check_staged_rows`.

    Every lane of a long file has the whole header, so only one lane calls this.
    """
    found: list[tuple[int, str | None, str, str, str]] = [
        (1, name[:60], "colonne_inconnue", name[:60], "") for name in header.unknown_titles
    ]
    found += [(1, name[:60], "colonne_double", taken[:60], "") for name, taken in header.duplicate_titles]
    if header.sheet:
        if not header.sheet.is_expected:
            found.append((1, None, "feuille_lue", header.sheet.name, ""))
        if header.sheet.similar:
            found.append((1, None, "feuilles_semblables", header.sheet.name, ", ".join(header.sheet.similar)))
        for code, line, place, value, other in header.sheet.notes:
            column = header.titles[place].column if place is not None and 0 <= place < len(header.titles) else None
            if place is None or column:
                found.append((line, column.name if column else None, code, value, other))
    record_issues(
        Issue(line, column, code, False, {"value": value, "other": other}) for line, column, code, value, other in found
    )
