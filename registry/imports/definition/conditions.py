"""List the possible issues of a row of households, as SQL over the typed row `t` (see cell_sql)."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from geo.tables import byte_signs
from geo.tables.damaged_text import DAMAGED, MISREAD
from registry.households import api as households
from registry.imports.definition.cell_sql import compose_failed_formula_sql, compose_invalid_cell_sql
from registry.imports.definition.columns import ImportColumn, list_columns_stored_in
from registry.imports.definition.identifiers import ABBREVIATED, WHOLE_DECIMAL
from registry.imports.types import ImportOptions
from registry.pmt.api import build_category_sql

# The code of the question about rows without a code.
CODE_MISSING: Final = "code_manque"
BANDS: Final = ("nb_enfants_0_4", "nb_enfants_5_14", "nb_adultes_15_64", "nb_personnes_65_plus")
# Larger households are rarer than codes for an unknown number.
MAX_PLAUSIBLE_PEOPLE: Final = 30
# Two numbers of at least six digits each, whatever separates them, or more digits than a number has.
SEVERAL_NUMBERS: Final = "[0-9](?:[ .-]?[0-9]){5,} *[/;,|&] *[+]?(?:[0-9][ .-]?){6,}|[0-9] +[+]|(?:[0-9][ .-]?){16,}"


class IssueCondition(NamedTuple):
    """Hold one possible issue of a row: when it holds, its column, its code, and the cell to show, as SQL."""

    condition: str
    column: str
    code: str
    is_error: bool
    value: str


def _build_error(condition: str, column: str, code: str, value: str = "NULL") -> IssueCondition:
    return IssueCondition(condition, column, code, True, value)


def _build_warning(condition: str, column: str, code: str, value: str = "NULL") -> IssueCondition:
    return IssueCondition(condition, column, code, False, value)


def build_issue_conditions(
    present: list[ImportColumn], options: ImportOptions, boundaries: bool, signs: frozenset[str] = frozenset()
) -> list[IssueCondition]:
    """Return all possible issues of a row of a file, or of a submission, with the columns `present`.

    A new check of single rows goes here. `boundaries`: those of the country are known; `signs`: what the file as a whole reveals (geo.tables.byte_signs).
    """
    here = {column.name for column in present}
    is_new = "t.connu IS NULL" if options.mode != "replace" else "true"
    found = [_build_error("t.faute IS NOT NULL", "NULL", "t.faute")]
    if not options.assigns_codes:
        found.append(_build_error("t.r_code_menage IS NULL", "'code_menage'", f"'{CODE_MISSING}'"))
    for column in present:
        found += _build_cell_conditions(column, byte_signs.FAILURES in signs)
    found.append(_build_error(f"{is_new} AND t.r_taille_menage IS NULL", "'taille_menage'", "'taille_manque'"))
    found += _build_nameless_head_conditions(here, is_new)
    found += _build_place_conditions()
    if byte_signs.FAILURES in signs:
        found += _build_failed_formula_conditions(present)
    if byte_signs.DAMAGED in signs or byte_signs.MIXED in signs:
        found += _build_damaged_text_conditions(present, byte_signs.MIXED in signs)
    if {"latitude", "longitude"} & here:
        found += _build_position_conditions(boundaries)
    if {*BANDS, "taille_menage"} <= here:
        bands = " + ".join(f"t.{name}" for name in BANDS)
        found.append(_build_warning(f"t.taille_menage <> {bands}", "'taille_menage'", "'taille_comptes'"))
    found += _build_unlikely_count_conditions(present)
    if {"score_pmt", "categorie_pauvrete"} <= here:
        differs = f"t.categorie_pauvrete <> {build_category_sql('t.score_pmt', options.score_thresholds)}"
        found.append(_build_warning(differs, "'categorie_pauvrete'", "'categorie_score'"))
    return found


def _build_cell_conditions(column: ImportColumn, has_failed_formulas: bool) -> Iterator[IssueCondition]:
    """Yield the issues of a cell by itself."""
    cell, name = f"t.r_{column.name}", f"'{column.name}'"
    yield _build_error(compose_invalid_cell_sql(column), name, f"'{column.kind}'", cell)
    if column.kind == "date":
        yield _build_error(f"t.{column.name} > now() + interval '1 day'", name, "'date_future'", cell)
    if column.kind == "telephone":
        # A failed formula is reported once, as an error.
        once = f" AND NOT {compose_failed_formula_sql(cell)}" if has_failed_formulas else ""
        # A parsed number is + and digits; one that could not be parsed is stored as typed.
        code = f"CASE WHEN {cell} ~ '{SEVERAL_NUMBERS}' THEN 'telephones' ELSE 'telephone_illisible' END"
        number = f"t.{column.name}"
        odd = f"(left({number}, 1) <> '+' OR ltrim(substr({number}, 2), '0123456789') <> ''){once}"
        lost = (
            f"CASE WHEN {cell} ~ '{ABBREVIATED}' THEN 'nombre_abrege'"
            f" WHEN {cell} ~ '{WHOLE_DECIMAL}' THEN 'nombre_decimal' END"
        )
        yield _build_warning(f"{odd} AND {lost} IS NULL", name, code, cell)
        yield _build_error(f"{odd} AND {lost} IS NOT NULL", name, lost, cell)


def _build_failed_formula_conditions(present: list[ImportColumn]) -> Iterator[IssueCondition]:
    """Yield issues for texts that stand for a failed formula.

    In any other kind of cell such a text is already an issue, and so it is in a place that is unknown because of it.
    """
    for column in present:
        if column.kind in ("texte", "telephone"):
            cell, name = f"t.r_{column.name}", f"'{column.name}'"
            failed = f"{compose_failed_formula_sql(cell)} AND t.lieu_colonne IS DISTINCT FROM {name}"
            yield _build_error(failed, name, "'formule'", cell)


def _build_damaged_text_conditions(present: list[ImportColumn], mixed: bool) -> Iterator[IssueCondition]:
    """Yield issues for texts with damaged characters.

    In a file that mixes two encodings, a UTF-8 cell was correct until it was read: such a row is refused. A text that
    was damaged before only gives a warning.
    """
    for column in present:
        if column.kind == "texte":
            cell, name = f"t.r_{column.name}", f"'{column.name}'"
            # A village that is unknown because of it already has an issue.
            here = "t.lieu_code IS DISTINCT FROM 'tabanca_abimee' AND " if column.name == "tabanca" else ""
            misread, damaged = f"{here}{cell} ~ '{MISREAD}'", f"{here}{cell} ~ '{DAMAGED}'"
            if mixed:
                yield _build_error(misread, name, "'melange'", cell)
                damaged += f" AND {cell} !~ '{MISREAD}'"
            yield _build_warning(damaged, name, "'abime'", cell)


def _build_unlikely_count_conditions(present: list[ImportColumn]) -> Iterator[IssueCondition]:
    """Yield issues for counts of people, and ages, that are probably codes for "unknown" (88, 99, 998)."""
    unlikely = {
        column.name: f"t.{column.name} BETWEEN {MAX_PLAUSIBLE_PEOPLE + 1} AND {column.maximum}"
        for column in present
        if column.kind == "entier" and column.table == "menage"
    }
    if any(column.name == "age_chef" for column in present):
        unlikely["age_chef"] = "t.age_chef IN (98, 99)"
    for name, condition in unlikely.items():
        yield _build_warning(condition, f"'{name}'", "'nombre_code'", f"t.r_{name}")


def _build_nameless_head_conditions(here: set[str], is_new: str) -> list[IssueCondition]:
    """Return issues for a missing name of the head.

    It is an error where the row has other data of the head, who would be stored without a name; otherwise a warning.
    """
    others = [
        f"t.r_{column.name} IS NOT NULL"
        for column in list_columns_stored_in("chef")
        if column.field != "nom_complet" and column.name in here
    ]
    has_others = " OR ".join(others) or "false"
    nameless = f"({is_new} OR NOT EXISTS (SELECT FROM registry_chef_menage WHERE menage_id = t.connu))"
    missing, column = "t.r_nom_complet_chef IS NULL", "'nom_complet_chef'"
    return [
        _build_error(f"{missing} AND ({has_others}) AND {nameless}", column, "'chef_sans_nom'"),
        _build_warning(f"{missing} AND NOT ({has_others}) AND {is_new}", column, "'nom_manque'"),
    ]


def _build_place_conditions() -> list[IssueCondition]:
    typed_place = (
        "CASE t.lieu_colonne WHEN 'region' THEN t.r_region WHEN 'secteur' THEN t.r_secteur ELSE t.r_tabanca END"
    )
    to_create = "t.lieu_code = 'tabanca_inconnue' AND %(creer)s"
    chosen = "t.lieu_code = 'tabanca_proche'"
    known = f"t.lieu_code IS NOT NULL AND NOT ({to_create}) AND NOT ({chosen})"
    return [
        _build_warning(chosen, "'tabanca'", "'tabanca_proche'", "t.r_tabanca"),
        _build_error(known, "t.lieu_colonne", "t.lieu_code", typed_place),
        _build_warning(to_create, "'tabanca'", "'tabanca_creee'", "t.r_tabanca"),
    ]


def _build_position_conditions(boundaries: bool) -> list[IssueCondition]:
    missing = "CASE WHEN t.r_latitude IS NULL THEN 'latitude' ELSE 'longitude' END"
    half = _build_error("(t.r_latitude IS NULL) <> (t.r_longitude IS NULL)", missing, "'demi_position'")
    faults = households.compose_position_conditions("t.latitude", "t.longitude", boundaries)
    # Beyond the poles is nowhere: that is an error of the cell, and not also a question about a place abroad.
    on_earth = "t.latitude BETWEEN -90 AND 90 AND t.longitude BETWEEN -180 AND 180"
    return [half] + [
        IssueCondition(
            f"({condition}) AND {on_earth}", f"'{column}'", f"'{code}'", code != households.POSITION_ABROAD, "NULL"
        )
        for condition, column, code in faults
    ]
