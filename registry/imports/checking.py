"""Validate staged rows with a few set-based statements: text becomes typed rows and a list of issues."""

from typing import Any, Final, NamedTuple

from django.db import connection

from config.ids import uuid7
from config.locks import Lock, claim_lock
from config.sql import Queries
from geo.tables import signs as marks
from geo.tables.damage import DAMAGED, MISREAD
from geo.tables.failures import FAILED
from registry.households import api as households
from registry.households.api import normalise_phone
from registry.imports.columns import COLUMNS, ImportColumn, list_columns_stored_in
from registry.imports.doubts import FileDoubts, count_doubts
from registry.imports.headers import Header
from registry.imports.identifiers import ABBREVIATED, WHOLE_DECIMAL, record_damaged_identifiers
from registry.imports.options import MONTH_FIRST, ImportOptions
from registry.imports.reading_sql import (
    compose_failed_formula_sql,
    compose_invalid_cell_sql,
    compose_odd_phone_sql,
    compose_plain_decimals_sql,
    compose_plain_integers_sql,
    compose_value_sql,
)
from registry.imports.replacing import refuse_households_with_dependants
from registry.imports.slips import list_stored_fields, list_watched_columns
from registry.imports.staging import SQL
from registry.pmt.api import build_category_sql

BOUNDARIES: Final = Queries(__file__, "boundaries.sql")
LIKENESS: Final = Queries(__file__, "likeness.sql")
BANDS: Final = ("nb_enfants_0_4", "nb_enfants_5_14", "nb_adultes_15_64", "nb_personnes_65_plus")
LEVELS: Final = ("region_id", "secteur_id", "commune_id", "localite_id")
ERROR: Final = "erreur"
WARNING: Final = "avertissement"
# Maximum distance from a village at which a household's position decides between villages of the same name.
NEAR_METRES: Final = 5_000

# What people write for an unknown name, as returned by the SQL function `normalise`.
NAMELESS: Final = [
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

# Larger households are rarer than codes for an unknown number.
MOST_PEOPLE: Final = 30
# Two numbers of at least six digits each, whatever separates them, or more digits than a number has.
SEVERAL_NUMBERS: Final = "[0-9](?:[ .-]?[0-9]){5,} *[/;,|&] *[+]?(?:[0-9][ .-]?){6,}|[0-9] +[+]|(?:[0-9][ .-]?){16,}"
# At least this many issues of these kinds in one row are not a coincidence: its cells have shifted.
SHIFTED: Final = {"kinds": ["entier", "decimal", "score", "sexe", "milieu", "categorie", "date", "booleen"], "least": 4}

# One possible issue of a row, as SQL over `t`: condition, column, code, severity, value to show.
Condition = tuple[str, str, str, str, str]


class CheckResult(NamedTuple):
    """Hold the results of a check: the country's bounding box (for messages) and the doubts about the whole file."""

    country: dict[str, Any]
    doubts: FileDoubts


def _parse_odd_phones(columns: list[ImportColumn]) -> bool:
    """Parse the distinct phone numbers that the fast path does not know; return whether there are any."""
    asked = " UNION ".join(
        f"SELECT DISTINCT {column.name} FROM import_brut AS b"
        f" WHERE length(b.{column.name}) <= {column.limit} AND {compose_odd_phone_sql(f'b.{column.name}')}"
        for column in columns
    )
    if not asked:
        return False
    with connection.cursor() as cursor:
        cursor.execute(asked)
        odd = [row[0] for row in cursor.fetchall()]
        if odd:
            with cursor.copy("COPY import_tel (tape, e164) FROM STDIN") as copy:
                for number in odd:
                    copy.write_row((number, normalise_phone(number)))
            cursor.execute("ANALYZE import_tel")
    return bool(odd)


def _build_failed_formula_conditions(present: list[ImportColumn]) -> list[Condition]:
    """Return issues for texts that stand for a failed formula.

    In any other kind of cell such a text is already an issue, and so it is in a place that is unknown because of it.
    """
    return [
        (
            f"{compose_failed_formula_sql(f't.r_{column.name}')} AND t.lieu_colonne IS DISTINCT FROM '{column.name}'",
            f"'{column.name}'", "'formule'", ERROR, f"t.r_{column.name}",
        )
        for column in present if column.kind in ("texte", "telephone")
    ]  # fmt: skip


def _build_damaged_text_conditions(present: list[ImportColumn], mixed: bool) -> list[Condition]:
    """Return issues for texts with damaged characters.

    In a file that mixes two encodings, a UTF-8 cell was correct until it was read: such a row is refused. A text that
    was damaged before only gives a warning.
    """
    found = []
    for column in present:
        if column.kind == "texte":
            cell, name = f"t.r_{column.name}", f"'{column.name}'"
            # A village that is unknown because of it already has an issue.
            here = "t.lieu_code IS DISTINCT FROM 'tabanca_abimee' AND " if column.name == "tabanca" else ""
            misread, damaged = f"{here}{cell} ~ '{MISREAD}'", f"{here}{cell} ~ '{DAMAGED}'"
            if mixed:
                found.append((misread, name, "'melange'", ERROR, cell))
                damaged += f" AND {cell} !~ '{MISREAD}'"
            found.append((damaged, name, "'abime'", WARNING, cell))
    return found


def _build_conditions(
    present: list[ImportColumn], options: ImportOptions, boundaries: bool, signs: frozenset[str] = frozenset()
) -> list[Condition]:
    """Return all possible issues of a row (SQL over `t`)."""
    here = {column.name for column in present}
    found = [("t.faute IS NOT NULL", "NULL", "t.faute", ERROR, "NULL")]
    found += [("t.r_code_menage IS NULL", "'code_menage'", "'code_manque'", ERROR, "NULL")]
    for column in present:
        found.append(
            (compose_invalid_cell_sql(column), f"'{column.name}'", f"'{column.kind}'", ERROR, f"t.r_{column.name}")
        )
        if column.kind == "date":
            future = f"t.{column.name} > now() + interval '1 day'"
            found.append((future, f"'{column.name}'", "'date_future'", ERROR, f"t.r_{column.name}"))
        if column.kind == "telephone":
            # A failed formula is reported once, as an error.
            once = f" AND NOT {compose_failed_formula_sql(f't.r_{column.name}')}" if marks.FAILURES in signs else ""
            # A parsed number is + and digits; one that could not be parsed is stored as typed.
            cell = f"t.r_{column.name}"
            code = f"CASE WHEN {cell} ~ '{SEVERAL_NUMBERS}' THEN 'telephones' ELSE 'telephone_illisible' END"
            number = f"t.{column.name}"
            odd = f"(left({number}, 1) <> '+' OR ltrim(substr({number}, 2), '0123456789') <> ''){once}"
            lost = f"CASE WHEN {cell} ~ '{ABBREVIATED}' THEN 'nombre_abrege' WHEN {cell} ~ '{WHOLE_DECIMAL}' THEN 'nombre_decimal' END"
            found.append((f"{odd} AND {lost} IS NULL", f"'{column.name}'", code, WARNING, cell))
            found.append((f"{odd} AND {lost} IS NOT NULL", f"'{column.name}'", lost, ERROR, cell))
    is_new = "t.connu IS NULL" if options.mode != "replace" else "true"
    found.append((f"{is_new} AND t.r_taille_menage IS NULL", "'taille_menage'", "'taille_manque'", ERROR, "NULL"))
    found += _build_nameless_head_conditions(here, is_new)
    found += _build_place_conditions()
    if marks.FAILURES in signs:
        found += _build_failed_formula_conditions(present)
    if marks.DAMAGED in signs or marks.MIXED in signs:
        found += _build_damaged_text_conditions(present, marks.MIXED in signs)
    if {"latitude", "longitude"} & here:
        found += _build_position_conditions(boundaries)
    if {*BANDS, "taille_menage"} <= here:
        bands = " + ".join(f"t.{name}" for name in BANDS)
        found.append((f"t.taille_menage <> {bands}", "'taille_menage'", "'taille_comptes'", WARNING, "NULL"))
    found += _build_unlikely_count_conditions(present)
    if {"score_pmt", "categorie_pauvrete"} <= here:
        differs = f"t.categorie_pauvrete <> {build_category_sql('t.score_pmt', options.limits)}"
        found.append((differs, "'categorie_pauvrete'", "'categorie_score'", WARNING, "NULL"))
    return found


def _build_unlikely_count_conditions(present: list[ImportColumn]) -> list[Condition]:
    """Return issues for counts of people, and ages, that are probably codes for "unknown" (88, 99, 998)."""
    conditions = {
        column: f"t.{column.name} BETWEEN {MOST_PEOPLE + 1} AND {column.limit}"
        for column in present if column.kind == "entier" and column.table == "menage"
    } | {column: f"t.{column.name} IN (98, 99)" for column in present if column.name == "age_chef"}  # fmt: skip
    return [
        (condition, f"'{column.name}'", "'nombre_code'", WARNING, f"t.r_{column.name}")
        for column, condition in conditions.items()
    ]


def _build_nameless_head_conditions(here: set[str], is_new: str) -> list[Condition]:
    """Return issues for a missing name of the head.

    It is an error where the row has other data of the head, who would be stored without a name; otherwise a warning.
    """
    others = [
        column.name
        for column in list_columns_stored_in("chef")
        if column.field != "nom_complet" and column.name in here
    ]
    told = " OR ".join(f"t.r_{name} IS NOT NULL" for name in others) or "false"
    nameless = f"({is_new} OR NOT EXISTS (SELECT FROM registry_chef_menage WHERE menage_id = t.connu))"
    missing, column = "t.r_nom_complet_chef IS NULL", "'nom_complet_chef'"
    return [
        (f"{missing} AND ({told}) AND {nameless}", column, "'chef_sans_nom'", ERROR, "NULL"),
        (f"{missing} AND NOT ({told}) AND {is_new}", column, "'nom_manque'", WARNING, "NULL"),
    ]


def _build_place_conditions() -> list[Condition]:
    typed_place = (
        "CASE t.lieu_colonne WHEN 'region' THEN t.r_region WHEN 'secteur' THEN t.r_secteur ELSE t.r_tabanca END"
    )
    to_create = "t.lieu_code = 'tabanca_inconnue' AND %(creer)s"
    chosen = "t.lieu_code = 'tabanca_proche'"
    known = f"t.lieu_code IS NOT NULL AND NOT ({to_create}) AND NOT ({chosen})"
    return [
        (chosen, "'tabanca'", "'tabanca_proche'", WARNING, "t.r_tabanca"),
        (known, "t.lieu_colonne", "t.lieu_code", ERROR, typed_place),
        (to_create, "'tabanca'", "'tabanca_creee'", WARNING, "t.r_tabanca"),
    ]


def _build_position_conditions(boundaries: bool) -> list[Condition]:
    missing = "CASE WHEN t.r_latitude IS NULL THEN 'latitude' ELSE 'longitude' END"
    half = ("(t.r_latitude IS NULL) <> (t.r_longitude IS NULL)", missing, "'demi_position'", ERROR, "NULL")
    faults = households.compose_position_conditions("t.latitude", "t.longitude", boundaries)
    return [half] + [
        (condition, f"'{column}'", f"'{code}'", WARNING if code == households.POSITION_ABROAD else ERROR, "NULL")
        for condition, column, code in faults
    ]


def _compose_raw_columns_sql(present: list[ImportColumn]) -> str:
    """Return SQL with the text of every column as `r_<name>`; null for columns missing from the file."""
    here = {column.name for column in present}
    return ", ".join(f"{'b.' + c.name if c.name in here else 'NULL::text'} AS r_{c.name}" for c in COLUMNS)


def _create_typed_rows(
    present: list[ImportColumn], conditions: list[Condition], params: dict[str, Any], month_first: bool = False
) -> None:
    """Create import_ligne: each row typed, with its area, point, existing household and whether it is suspect.

    All conditions are evaluated here at once, so that only suspect rows are examined in detail.
    """
    here = {column.name for column in present}
    casts = {"entier": "integer", "decimal": "numeric", "score": "numeric", "date": "timestamptz",
             "booleen": "boolean"}  # fmt: skip
    stored = [column for column in COLUMNS if column.table != "lieu"]
    values = ", ".join(
        f"{compose_value_sql(column, month_first) if column.name in here else 'NULL::' + casts.get(column.kind, 'text')} AS {column.name}"
        for column in stored
    )
    suspect = " OR ".join(f"({condition})" for condition, *_rest in conditions)
    statement = f"""
    CREATE TEMP TABLE import_ligne ON COMMIT DROP AS
    SELECT ligne, faute, connu, region_connue, lieu, lieu_colonne, lieu_code, {", ".join(LEVELS)},
           {", ".join(column.name for column in stored)}, coalesce({suspect}, false) AS suspect,
           CASE WHEN latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180
                THEN ST_SetSRID(ST_MakePoint(round(longitude, 6), round(latitude, 6)), 4326) END AS geom,
           -- Neighbours together: their index entries lie together, and so do they on disk.
           row_number() OVER near AS rang,
           -- One UUIDv7 whose last 32 bits count the rows: a random one for each would cost a tenth of all this.
           (left(%(base)s, 28) || lpad(to_hex(row_number() OVER near), 8, '0'))::uuid AS nouveau
    FROM (
      SELECT b.ligne, b.faute, b.connu, b.region_connue, b.lieu, b.lieu_colonne, b.lieu_code, b.voisins, {values},
             {", ".join(f"b.{level}" for level in LEVELS)}, {_compose_raw_columns_sql(present)}
      FROM (
        SELECT s.ligne, s.faute, {", ".join(f"s.{column.name}" for column in present)},
               {compose_plain_integers_sql(present)} AS entiers,
               {compose_plain_decimals_sql(present)} AS decimaux,
               connu.id AS connu, connu.region_id AS region_connue, lieu.lieu, lieu.colonne AS lieu_colonne,
               lieu.code AS lieu_code, lieu.voisins, {", ".join(f"lieu.{level}" for level in LEVELS)}
        FROM import_brut AS s
        LEFT JOIN import_connu AS connu ON connu.code_menage = s.code_menage
        LEFT JOIN (
          -- Places are put in order, not rows: they are few.
          SELECT *, dense_rank() OVER (ORDER BY region_id, secteur_id, localite_id) AS voisins FROM import_lieu
        ) AS lieu ON lieu.region_tape = coalesce(s.region, '')
          AND lieu.secteur_tape = coalesce(s.secteur, '') AND lieu.tabanca_tape = coalesce(s.tabanca, '')
        OFFSET 0
      ) AS b OFFSET 0
    ) AS t
    WINDOW near AS (ORDER BY voisins, code_menage COLLATE "C")"""
    with connection.cursor() as cursor:
        cursor.execute(statement, params | {"base": str(uuid7())})
        cursor.execute("ANALYZE import_ligne (ligne, rang, connu, region_id, lieu_code, suspect)")


def _record_row_issues(present: list[ImportColumn], conditions: list[Condition], params: dict[str, Any]) -> None:
    """Fill import_probleme with the issues of the suspect rows. A row broken as a whole has only that issue."""
    rows = ",\n".join(
        f"(({condition}), {column}, {code}, '{severity}', {value})"
        for condition, column, code, severity, value in conditions
    )
    statement = f"""
    INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur)
    SELECT t.ligne, found.colonne, found.code,
           CASE WHEN found.code = 'courte' THEN '{WARNING}' ELSE found.gravite END, left(found.valeur, 60)
    FROM (SELECT l.*, {_compose_raw_columns_sql(present)} FROM import_ligne AS l JOIN import_brut AS b ON b.ligne = l.ligne
          WHERE l.suspect) AS t,
    LATERAL (VALUES {rows}) AS found (holds, colonne, code, gravite, valeur)
    WHERE found.holds AND (t.faute IS NULL OR t.faute = 'courte' OR found.code = t.faute)"""
    with connection.cursor() as cursor:
        cursor.execute(statement, params)


def record_file_issues(header: Header) -> None:
    """Add issues about the columns and the sheet of the file, after `check_staged_rows`.

    Every lane of a long file has the whole header, so only one lane calls this.
    """
    found: list[tuple[int, str | None, str, str, str]] = [
        (1, name[:60], "colonne_inconnue", name[:60], "") for name in header.unknown
    ]
    found += [(1, name[:60], "colonne_double", taken[:60], "") for name, taken in header.doubled]
    if header.sheet:
        if not header.sheet.is_expected:
            found.append((1, None, "feuille_lue", header.sheet.name, ""))
        if header.sheet.alike:
            found.append((1, None, "feuilles_semblables", header.sheet.name, ", ".join(header.sheet.alike)))
        for code, line, place, value, other in header.sheet.notes:
            column = header.titles[place].column if place is not None and 0 <= place < len(header.titles) else None
            if place is None or column:
                found.append((line, column.name if column else None, code, value, other))
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur, autre) VALUES (%s, %s, %s, %s, %s, %s)",
            [(line, column, code, WARNING, value, other) for line, column, code, value, other in found],
        )


def _assign_areas_from_points(params: dict[str, Any]) -> bool:
    """Set the secteur or region of rows without one from the position of their point.

    Return whether some rows may have no place at all.
    """
    unplaced = BOUNDARIES.one("unplaced")
    if unplaced["sectorless"]:
        BOUNDARIES.run("sector_pieces")
        BOUNDARIES.run("fill_sectors", params)
    SQL.run("fill_regions", params)
    return unplaced["placeless"]


def _record_outside_points(params: dict[str, Any]) -> None:
    """Find points outside their secteur or the country; a point outside the country has only that issue."""
    SQL.run("sectors")
    SQL.run("outside", params)
    if BOUNDARIES.one("may_be_abroad")["found"]:
        BOUNDARIES.run("region_pieces")
        BOUNDARIES.run(
            "abroad",
            {"abroad": households.POSITION_ABROAD, "told": [*households.POSITION_FAULTS, households.POSITION_ABROAD]},
        )
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO import_probleme (ligne, colonne, code, gravite) "
            "SELECT ligne, 'latitude', 'hors_secteur', %s FROM import_hors AS hors WHERE NOT EXISTS ("
            "SELECT FROM import_probleme AS p WHERE p.ligne = hors.ligne AND p.code = %s)", [WARNING, households.POSITION_ABROAD],
        )  # fmt: skip


def check_staged_rows(header: Header, options: ImportOptions, at: Any) -> CheckResult:
    """Type and check the staged rows.

    Creates import_ligne, import_probleme, import_erreur and import_hors. `at(share)` is called with the completed share
    of the whole import (0 to 1).
    """
    params = (
        options.params()
        | (box := households.find_country_box())
        | {"rate": FAILED, "sans_nom": NAMELESS, "abime": DAMAGED}
    )
    here = {column.name for column in header.known if column}
    present = [column for column in COLUMNS if column.name in here]
    for step in ("places", "place_sectors", "place_villages", "place_unknown_regions", "analyse_places"):
        SQL.run(step, params)
    LIKENESS.run("alike_villages")
    at(0.05)
    params["tel"] = _parse_odd_phones([column for column in present if column.kind == "telephone"])
    if options.overwrites:
        claim_lock(Lock.HOUSEHOLDS)
        SQL.run(
            "known_locked",
            params,
            stored="".join(f", {name}" for name in list_stored_fields(list_watched_columns(here))),
        )
    else:
        SQL.run("known")
    at(0.1)
    conditions = _build_conditions(present, options, bool(params["known"]), header.signs)
    _create_typed_rows(present, conditions, params, options.date_order == MONTH_FIRST)
    SQL.run("namesakes", params | {"proche": NEAR_METRES})
    has_placeless = _assign_areas_from_points(params)
    at(0.2)
    SQL.run("twins", params)
    _record_row_issues(present, conditions, params)
    record_damaged_identifiers(present)
    LIKENESS.run("tell_villages")
    LIKENESS.run("shifted", SHIFTED)
    SQL.run("scope", params)
    SQL.run("closed", params)
    if {"score_pmt", "categorie_pauvrete"} & here:
        SQL.run("unscored", params)
    _record_outside_points(params)
    if has_placeless:
        BOUNDARIES.run("placeless", params | {"abroad": households.POSITION_ABROAD})
    SQL.run("errors")
    if options.mode == "replace":
        refuse_households_with_dependants()
        SQL.run("lost_members")
        SQL.run("lost_scores")
    doubts = count_doubts(header, options, params)
    if doubts.fresh:
        LIKENESS.run("prefixes")
        LIKENESS.run("alike", params)
    at(0.3)
    return CheckResult(box, doubts)
