"""Import a file: read it, place and match its rows, write what is new or changed, and report the issues."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final

from django.db import OperationalError, connection, transaction
from django.utils.translation import gettext as _

from accounts.audit.api import audit_operation, suppress_audit
from config.errors.problems import Problem
from config.sql import Queries
from geo.areas.api import lock_area_creation
from geo.facilities.api import bulk_load_facilities
from geo.import_engine.progress import ReportProgress, ignore_progress
from geo.import_engine.reader import build_file_problem, convert_unreadable_file, iterate_file
from geo.import_engine.staging import Statements, copy_blocks, create_tables
from geo.imports.definition.column_mapping import Mapping, build_filters, build_mapping
from geo.imports.definition.coordinate_systems import parse_srid
from geo.imports.definition.kinds import TYPE_WORDS, Kind
from geo.imports.definition.messages import FILE_MESSAGES, NOTICE_MESSAGES
from geo.imports.definition.options import DEFAULT_MIN_OVERLAP, ImportOptions
from geo.imports.definition.region_codes import choose_region_code
from geo.imports.definition.sql_expressions import build_kind_parts, compose_projection_sql
from geo.imports.queries import build_report_response
from geo.tables.damaged_text import DAMAGED
from geo.tables.formula_errors import FORMULA_ERROR
from geo.vector_files.extraction import ExtractedFile, extract_file

STAGING, CHECKING = Queries(__file__, "staging.sql"), Queries(__file__, "checking.sql")
PLACING, MATCHING = Queries(__file__, "placing.sql"), Queries(__file__, "matching.sql")
WRITING = Queries(__file__, "writing.sql")
RAW_COLUMNS: Final = {"attrs": "jsonb", "geom": "geometry"}
TABLES: Final = ("import_piece", "import_point", "import_overlap", "import_candidate", "import_final")
# Two names below this similarity (pg_trgm) are not proposed as a match.
MIN_PROPOSED_SIMILARITY: Final = 0.3
# A threshold that no similarity reaches.
UNREACHABLE_THRESHOLD: Final = 2.0
STATEMENT_SECONDS: Final = 600
STEPS: Final = 8
OPERATION: Final = "import_geographie"


class GeoStatements(Statements):
    """Run the statements of one import, completed with the names and values of its kind."""

    def __init__(self, options: ImportOptions, extract: ExtractedFile, mapping: Mapping) -> None:
        self.options, self.kind, self.mapping = options, options.kind, mapping
        projection, values = compose_projection_sql(self.kind, mapping)
        filters = {"filtres": json.dumps(build_filters(options, extract))}
        super().__init__(
            values | filters | _build_kind_values(self.kind, mapping) | _build_option_values(options),
            build_kind_parts(self.kind) | projection,
        )

    def find_known_boundaries(self) -> tuple[bool, bool]:
        """Return whether boundaries of regions and of secteurs are known."""
        [row] = self.list_rows(CHECKING, "known_boundaries")
        return row["regions"], row["secteurs"]


def _build_kind_values(kind: Kind, mapping: Mapping) -> dict[str, Any]:
    fields = [
        {"champ": field.name, "sorte": field.parse, "longueur": field.max_length}
        for field in kind.fields
        if mapping.has_field(field.name)
    ]
    return {
        "champs": json.dumps(fields),
        "mots": json.dumps(TYPE_WORDS.get(kind.name, ())),
        "abime": DAMAGED,
        "rate": FORMULA_ERROR,
        "niveau": kind.name,
        "parent": kind.parent,
        "au_dessus": kind.parent or "",
        "exige": kind.family == "service",
        "dit_gagne": kind.family != "service",
        "secteur_exige": kind.family == "lieu",
        "near": kind.match_metres,
        "same": kind.twin_metres,
        "chiffres": kind.code_digits,
        "proposition": MIN_PROPOSED_SIMILARITY,
    }


def _build_option_values(options: ImportOptions) -> dict[str, Any]:
    return {
        "nom_defaut": options.default_name,
        "srid": parse_srid(options.crs) if options.crs else 4326,
        "tolerance": options.tolerance,
        "regions": None if options.region_ids is None else list(options.region_ids),
        "source": options.source,
        "fuzzy": options.fuzzy or UNREACHABLE_THRESHOLD,
        "overlap": options.overlap or UNREACHABLE_THRESHOLD,
        "min_overlap": DEFAULT_MIN_OVERLAP if options.min_overlap is None else options.min_overlap,
        "overlap_exige": options.min_overlap is not None,
        "hors_admis": options.allow_outside,
        "dedans_admis": options.allow_inside,
        "garde_geom": options.keep_geometry,
        "remplace_noms": options.overwrite_names,
        "remplace_codes": options.overwrite_codes,
    }


@contextmanager
def extract_geo_file(path: Path, options: ImportOptions, *, patient: bool = True) -> Iterator[ExtractedFile]:
    """Read a file as the options say; its rows exist only within the block.

    Raises VALIDATION_ERROR with the reason, and RATE_LIMITED for a caller who is not `patient` when too many files are
    being read.
    """

    def find_field(code: str) -> str:
        """Return the option that the caller gave and a refusal concerns, else `file`."""
        if code.startswith("crs") and options.crs:
            return "crs"
        return "encoding" if code.startswith("encodage") and options.encoding else "file"

    how: dict[str, Any] = {"layer": options.layer, "encoding": options.encoding, "crs": options.crs}
    with convert_unreadable_file(FILE_MESSAGES, find_field), extract_file(path, **how, patient=patient) as extract:
        yield extract


def run_import(path: Path, options: ImportOptions, report: ReportProgress = ignore_progress) -> dict[str, Any]:
    """Import the file at `path` and return the documented report; a dry run is rolled back.

    Raises VALIDATION_ERROR when the file cannot be read or the mapping does not fit it: nothing has changed then.
    """
    report(0, STEPS)
    with extract_geo_file(path, options) as extract:
        return import_extracted_file(extract, options, report)


def import_extracted_file(
    extract: ExtractedFile, options: ImportOptions, report: ReportProgress = ignore_progress
) -> dict[str, Any]:
    """Import a file that was already read (see `run_import`)."""
    if extract.has_geometry and not extract.count:
        raise build_file_problem(FILE_MESSAGES, "sans_objets")
    mapping = build_mapping(options, extract)
    if not extract.count:
        # Checked after the mapping: a lone row of data is taken for titles, and that the name is missing is the better
        # message.
        raise build_file_problem(FILE_MESSAGES, "sans_lignes")
    try:
        with transaction.atomic():
            answer = _import_rows(GeoStatements(options, extract, mapping), extract, report)
            if options.dry_run:
                transaction.set_rollback(True)
    except OperationalError as error:
        if "statement timeout" not in str(error):
            raise
        raise Problem("VALIDATION_ERROR", _("Les géométries sont trop lourdes : simplifiez-les.")) from error
    return answer


def _import_rows(work: GeoStatements, extract: ExtractedFile, report: ReportProgress) -> dict[str, Any]:
    notices = [str(NOTICE_MESSAGES[code]) for code in extract.notices]
    _stage_rows(work, extract)
    report(1, STEPS)
    _check_geometries(work)
    report(3, STEPS)
    notices += _place_rows(work)
    report(5, STEPS)
    _match_rows(work)
    report(6, STEPS)
    _assign_codes(work)
    work.run(WRITING, "create_final_rows")
    filters = {"type": work.kind.name, "source": work.options.source}
    with audit_operation(OPERATION, filters=filters, rows=True) as done:
        # New rows are audited as one operation, changed rows one by one.
        with _open_bulk_load(work):
            with suppress_audit(done):
                work.run(WRITING, "insert_rows")
            work.run(WRITING, "update_rows")
        answer = build_report_response(work.options, work.mapping, extract, notices)
        done.count = answer["imported"] + answer["updated"]
    report(STEPS, STEPS)
    return answer


def _open_bulk_load(work: GeoStatements) -> AbstractContextManager[None]:
    """Return a context in which written facilities notify upper apps once, at its end."""
    has_changes = WRITING.fetch_one("count_changes")["changes"] > 0
    return bulk_load_facilities(work.kind.table) if has_changes and work.kind.family == "service" else nullcontext()


def _stage_rows(work: GeoStatements, extract: ExtractedFile) -> None:
    """Copy the rows in, apply the filters, turn columns into fields, check texts and identifiers.

    Takes the lock under which units of this kind are created (`lock_area_creation`), until the transaction ends.
    """
    lock_area_creation(work.kind.name)
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', %s, true)", [f"{STATEMENT_SECONDS}s"])
    create_tables(RAW_COLUMNS, TABLES)
    STAGING.execute("prepare")
    copy_blocks(list(RAW_COLUMNS), iterate_file(extract.rows))
    steps = ["filter_rows"] if work.options.where else []
    work.check(STAGING, *steps, "project", "find_raw_troubles", "find_failed_cells", "name_rows")
    work.check(
        STAGING, *(["strip_prefixes"] if work.kind.family == "aire" else []), "read_values", "find_text_troubles"
    )
    work.run(
        STAGING, "find_partly_true", *(["translate_types"] if work.kind.name in TYPE_WORDS else []), "find_repeated_ids"
    )


def _check_geometries(work: GeoStatements) -> None:
    """Turn coordinates into points, repair polygons, and find what cannot be a position."""
    work.check(CHECKING, "find_coordinate_troubles", "make_shapes", "find_shape_troubles")
    work.check(STAGING, "keep_failed_cells")
    if work.kind.family == "aire":
        work.check(CHECKING, "repair_polygons")
        work.check(CHECKING, "check_polygons", "find_overlaps_inside")
    else:
        work.check(CHECKING, "check_points", "find_missing_points", "find_shared_points")


def _place_rows(work: GeoStatements) -> list[str]:
    """Find region, secteur, commune and localite of each row, from the file's words and from its position.

    Returns notices about missing boundaries.
    """
    work.check(CHECKING, "cut_boundaries")
    regions, secteurs = work.find_known_boundaries()
    notices = [] if regions or work.kind.name == "region" else ["pays_inconnu"]
    if work.kind.family != "aire":
        if regions or secteurs:
            work.check(CHECKING, "place_points", "place_near_points", "place_border_points")
        notices += [] if secteurs or not regions else ["secteurs_sans_limites"]
    else:
        work.check(CHECKING, "place_polygons")
    notices += ["commune_sans_limite"] if work.kind.name == "commune" else []
    named = [name for name in ("region", *work.kind.parent_fields) if work.mapping.has_field(name)]
    for name in dict.fromkeys(named):
        work.check(PLACING, f"resolve_{name}s")
    if "commune" in work.kind.parent_fields and "commune" not in named:
        work.check(PLACING, "default_communes")
    if named:
        work.check(PLACING, "find_unknown_parents")
    if work.kind.family == "lieu" and secteurs:
        work.check(PLACING, "drop_far_points")
    return [str(NOTICE_MESSAGES[code]) for code in notices]


def _match_rows(work: GeoStatements) -> None:
    """Find the known unit of each row, duplicates, rows without a parent, and rows outside the caller's regions."""
    work.check(MATCHING, "match_source", "match_code")
    _match_names(work)
    if work.kind.parent:
        work.check(PLACING, "find_orphans")
    if work.options.region_ids is not None:
        work.check(PLACING, "find_out_of_scope")
    if work.options.update_only:
        work.check(MATCHING, "find_unmatched")
    work.check(MATCHING, "judge_names")
    work.check(
        MATCHING, *(["find_area_twins"] if work.kind.family == "aire" else ["gather_points", "find_place_twins"])
    )
    if work.kind.family == "lieu":
        work.check(MATCHING, "find_similar_places")
    work.check(MATCHING, "find_shared_targets")
    work.check(MATCHING, "find_taken_codes")


def _match_names(work: GeoStatements) -> None:
    if work.kind.family == "aire":
        _match_area_names(work)
        return
    work.check(MATCHING, "match_near")
    if work.kind.family == "lieu":
        work.check(MATCHING, "match_unplaced")
    work.check(MATCHING, "find_place_candidates")
    _choose_candidates(work)
    work.check(MATCHING, "judge_place_candidates", "find_unsure_positions")


def _match_area_names(work: GeoStatements) -> None:
    """Match areas by name, check matches by boundary, propose candidates for the rest, then find what does not fit."""
    work.check(MATCHING, "match_area_names")
    work.check(MATCHING, "measure_overlaps" if work.kind.has_boundary else "no_overlaps")
    if work.kind.name == "region":
        work.check(MATCHING, "find_foreign_regions")
    work.check(MATCHING, "find_moved")
    work.check(CHECKING, "find_outside_polygons")
    work.check(MATCHING, "find_area_candidates")
    _choose_candidates(work)
    work.check(MATCHING, "judge_area_candidates")
    work.check(MATCHING, "find_nested_areas", "find_shrunk_areas", "find_grown_areas", "find_level_names")
    work.check(MATCHING, "find_wrong_file")


def _choose_candidates(work: GeoStatements) -> None:
    """Assign candidates one to one, the best pairs first."""
    while work.list_rows(MATCHING, "choose_candidates")[0]["chosen"]:
        continue


def _assign_codes(work: GeoStatements) -> None:
    """Give codes to new areas whose file has none."""
    if work.kind.name == "region":
        used = {row["code"] for row in work.list_rows(MATCHING, "known_codes")}
        given: list[dict[str, Any]] = []
        for row in work.list_rows(MATCHING, "regions_without_code"):
            code = choose_region_code(row["nom"], used)
            used.add(code)
            given.append({"ligne": row["ligne"], "code": code})
        work.run(MATCHING, "give_region_codes", codes=json.dumps(given))
    elif work.kind.code_digits:
        work.run(MATCHING, "give_codes")
