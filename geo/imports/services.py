"""Import a file: read it, place and match its rows, write what is new or changed, and report the issues."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from django.db import OperationalError, connection, transaction
from django.utils.translation import gettext as _

from accounts.audit.api import audit_operation, suppress_audit
from config.errors.problems import Problem
from config.sql import Queries
from geo.areas.api import lock_area_creation
from geo.facilities.api import bulk_load_facilities
from geo.imports.codes import choose_region_code
from geo.imports.kinds import TYPE_WORDS
from geo.imports.mapping import Mapping, build_filters, build_mapping
from geo.imports.messages import NOTICES, build_file_problem
from geo.imports.options import DEFAULT_MIN_OVERLAP, ImportOptions
from geo.imports.plan import build_placeholders, compose_projection_sql
from geo.imports.projections import parse_srid
from geo.imports.queries import build_report_response
from geo.imports.reading import ExtractedFile, extract_file
from geo.tables.damage import DAMAGED
from geo.tables.failures import FAILED

STAGING, CHECKING = Queries(__file__, "staging.sql"), Queries(__file__, "checking.sql")
PLACING, MATCHING = Queries(__file__, "placing.sql"), Queries(__file__, "matching.sql")
WRITING = Queries(__file__, "writing.sql")
CHUNK = 1024 * 1024
# Two names below this similarity (pg_trgm) are not proposed as a match.
PROPOSAL = 0.3
NEVER = 2.0
STATEMENT_SECONDS = 600
STEPS = 8
OPERATION = "import_geographie"
Tell = Callable[[int, int], None]


def _ignore_progress(done: int, total: int) -> None:
    """Ignore the progress: the default when the caller passes no function."""


class ImportStatements:
    """Run the statements of one import, completed with the names and parameters of its kind."""

    def __init__(self, options: ImportOptions, extract: ExtractedFile, mapping: Mapping) -> None:
        self.options, self.kind, self.mapping = options, options.kind, mapping
        staged, projected = compose_projection_sql(self.kind, mapping)
        # Both sets of names have `geom`, `region` …: those of a raw row apply only to the statement that reads
        # import_raw.
        self.names, self.staged = build_placeholders(self.kind), staged
        self.params: dict[str, Any] = {
            **projected,
            "filtres": json.dumps(build_filters(options, extract)),
            "champs": json.dumps(
                [
                    {"champ": field.name, "sorte": field.parse, "longueur": field.longest}
                    for field in self.kind.fields
                    if mapping.has(field.name)
                ]
            ),
            "mots": json.dumps(TYPE_WORDS.get(self.kind.name, ())),
            "nom_defaut": options.default_name,
            "abime": DAMAGED,
            "rate": FAILED,
            "srid": parse_srid(options.crs) if options.crs else 4326,
            "exige": self.kind.family == "service",
            "tolerance": options.tolerance,
            "au_dessus": self.kind.parent or "",
            "dit_gagne": self.kind.family != "service",
            "secteur_exige": self.kind.family == "lieu",
            "parent": self.kind.parent,
            "regions": None if options.region_ids is None else list(options.region_ids),
            "source": options.source,
            "fuzzy": options.fuzzy or NEVER,
            "overlap": options.overlap or NEVER,
            "min_overlap": DEFAULT_MIN_OVERLAP if options.min_overlap is None else options.min_overlap,
            "overlap_exige": options.min_overlap is not None,
            "hors_admis": options.allow_outside,
            "dedans_admis": options.allow_inside,
            "niveau": self.kind.name,
            "proposition": PROPOSAL,
            "near": self.kind.near,
            "same": self.kind.same,
            "garde_geom": options.keep_geometry,
            "remplace_noms": options.overwrite_names,
            "remplace_codes": options.overwrite_codes,
            "chiffres": self.kind.digits,
        }

    def run(self, file: Queries, *queries: str, **more: Any) -> None:
        """Run named statements in order, then mark the rows with an error as refused."""
        with connection.cursor() as cursor:
            for query in queries:
                cursor.execute(self._complete(file[query]), {**self.params, **more})
            cursor.execute(STAGING["refuse_rows"])

    def rows(self, file: Queries, query: str) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(self._complete(file[query]), self.params)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
            return rows

    def _complete(self, text: str) -> str:
        for name, expression in {**self.names, **(self.staged if "FROM import_raw" in text else {})}.items():
            text = text.replace(f"<<{name}>>", expression)
        return text

    def has_boundaries(self) -> tuple[bool, bool]:
        """Return whether boundaries of regions and of secteurs are known."""
        regions, secteurs = self.rows(CHECKING, "known_boundaries")[0]
        return regions, secteurs


def run_import(path: Path, options: ImportOptions, tell: Tell = _ignore_progress) -> dict[str, Any]:
    """Import the file at `path` and return the documented report; a dry run is rolled back.

    Raises VALIDATION_ERROR when the file cannot be read or the mapping does not fit it: nothing has changed then.
    """
    tell(0, STEPS)
    with extract_file(path, options) as extract:
        return import_extracted_file(extract, options, tell)


def import_extracted_file(
    extract: ExtractedFile, options: ImportOptions, tell: Tell = _ignore_progress
) -> dict[str, Any]:
    """Import a file that was already read (see `run_import`)."""
    if extract.located and not extract.count:
        raise build_file_problem("sans_objets")
    mapping = build_mapping(options, extract)
    if not extract.count:
        # Checked after the mapping: a lone row of data is taken for titles, and that the name is missing is the better
        # message.
        raise build_file_problem("sans_lignes")
    try:
        with transaction.atomic():
            answer = _import_rows(ImportStatements(options, extract, mapping), extract, tell)
            if options.dry_run:
                transaction.set_rollback(True)
    except OperationalError as error:
        if "statement timeout" not in str(error):
            raise
        raise Problem("VALIDATION_ERROR", _("Les géométries sont trop lourdes : simplifiez-les.")) from error
    return answer


def _import_rows(work: ImportStatements, extract: ExtractedFile, tell: Tell) -> dict[str, Any]:
    notices = [str(NOTICES[code]) for code in extract.notices]
    _stage_rows(work, extract)
    tell(1, STEPS)
    _check_geometries(work)
    tell(3, STEPS)
    notices += _place_rows(work)
    tell(5, STEPS)
    _match_rows(work)
    tell(6, STEPS)
    _assign_codes(work)
    work.run(WRITING, "settle")
    told = {"type": work.kind.name, "source": work.options.source}
    with audit_operation(OPERATION, filters=told, rows=True) as done:
        # New rows are audited as one operation, changed rows one by one.
        with _open_bulk_load(work):
            with suppress_audit(done):
                work.run(WRITING, "insert_rows")
            work.run(WRITING, "update_rows")
        answer = build_report_response(work.options, work.mapping, extract, notices)
        done.count = answer["imported"] + answer["updated"]
    tell(STEPS, STEPS)
    return answer


def _open_bulk_load(work: ImportStatements) -> AbstractContextManager[None]:
    """Return a context in which written facilities notify upper apps once, at its end."""
    [(changes,)] = work.rows(WRITING, "changes")
    return bulk_load_facilities(work.kind.table) if changes and work.kind.family == "service" else nullcontext()


def _stage_rows(work: ImportStatements, extract: ExtractedFile) -> None:
    """Copy the rows in, apply the filters, turn columns into fields, check texts and identifiers.

    Takes the lock under which units of this kind are created (`geo.areas.locks`), until the transaction ends.
    """
    lock_area_creation(work.kind.name)
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', %s, true)", [f"{STATEMENT_SECONDS}s"])
        cursor.execute(STAGING["prepare"])
        with extract.rows.open("rb") as file, cursor.copy(STAGING["copy_rows"]) as copy:
            while chunk := file.read(CHUNK):
                copy.write(chunk)
    steps = ["filter_rows"] if work.options.where else []
    work.run(STAGING, *steps, "project", "find_raw_troubles", "find_failed_cells", "name_rows")
    work.run(STAGING, *(["strip_prefixes"] if work.kind.family == "aire" else []), "read_values", "find_text_troubles")
    work.run(
        STAGING, "find_partly_true", *(["translate_types"] if work.kind.name in TYPE_WORDS else []), "find_repeated_ids"
    )


def _check_geometries(work: ImportStatements) -> None:
    """Turn coordinates into points, repair polygons, and find what cannot be a position."""
    work.run(CHECKING, "find_coordinate_troubles", "make_shapes", "find_shape_troubles")
    work.run(STAGING, "keep_failed_cells")
    if work.kind.family == "aire":
        work.run(CHECKING, "repair_polygons")
        work.run(CHECKING, "check_polygons", "find_overlaps_inside")
    else:
        work.run(CHECKING, "check_points", "find_missing_points", "find_shared_points")


def _place_rows(work: ImportStatements) -> list[str]:
    """Find region, secteur, commune and localite of each row, from the file's words and from its position.

    Returns notices about missing boundaries.
    """
    work.run(CHECKING, "cut_boundaries")
    regions, secteurs = work.has_boundaries()
    notices = [] if regions or work.kind.name == "region" else ["pays_inconnu"]
    if work.kind.family != "aire":
        if regions or secteurs:
            work.run(CHECKING, "place_points", "place_near_points", "place_border_points")
        notices += [] if secteurs or not regions else ["secteurs_sans_limites"]
    else:
        work.run(CHECKING, "place_polygons")
    notices += ["commune_sans_limite"] if work.kind.name == "commune" else []
    told = [name for name in ("region", *work.kind.places) if work.mapping.has(name)]
    for name in dict.fromkeys(told):
        work.run(PLACING, f"resolve_{name}s")
    if "commune" in work.kind.places and "commune" not in told:
        work.run(PLACING, "default_communes")
    if told:
        work.run(PLACING, "find_unknown_parents")
    if work.kind.family == "lieu" and secteurs:
        work.run(PLACING, "drop_far_points")
    return [str(NOTICES[code]) for code in notices]


def _match_rows(work: ImportStatements) -> None:
    """Find the known unit of each row, duplicates, rows without a parent, and rows outside the caller's regions."""
    work.run(MATCHING, "match_source", "match_code")
    _match_names(work)
    if work.kind.parent:
        work.run(PLACING, "find_orphans")
    if work.options.region_ids is not None:
        work.run(PLACING, "find_out_of_scope")
    if work.options.update_only:
        work.run(MATCHING, "find_unmatched")
    work.run(MATCHING, "judge_names")
    work.run(MATCHING, *(["find_area_twins"] if work.kind.family == "aire" else ["gather_points", "find_place_twins"]))
    if work.kind.family == "lieu":
        work.run(MATCHING, "find_similar_places")
    work.run(MATCHING, "find_shared_targets")
    work.run(MATCHING, "find_taken_codes")


def _match_names(work: ImportStatements) -> None:
    if work.kind.family == "aire":
        _match_area_names(work)
        return
    work.run(MATCHING, "match_near")
    if work.kind.family == "lieu":
        work.run(MATCHING, "match_unplaced")
    work.run(MATCHING, "find_place_candidates")
    _choose_candidates(work)
    work.run(MATCHING, "judge_place_candidates", "find_unsure_positions")


def _match_area_names(work: ImportStatements) -> None:
    """Match areas by name, check matches by boundary, propose candidates for the rest, then find what does not fit."""
    work.run(MATCHING, "match_area_names")
    work.run(MATCHING, "measure_overlaps" if work.kind.boundary else "no_overlaps")
    if work.kind.name == "region":
        work.run(MATCHING, "find_foreign_regions")
    work.run(MATCHING, "find_moved")
    work.run(CHECKING, "find_outside_polygons")
    work.run(MATCHING, "find_area_candidates")
    _choose_candidates(work)
    work.run(MATCHING, "judge_area_candidates")
    work.run(MATCHING, "find_nested_areas", "find_shrunk_areas", "find_grown_areas", "find_level_names")
    work.run(MATCHING, "find_wrong_file")


def _choose_candidates(work: ImportStatements) -> None:
    """Assign candidates one to one, the best pairs first."""
    while work.rows(MATCHING, "choose_candidates") != [(0,)]:
        continue


def _assign_codes(work: ImportStatements) -> None:
    """Give codes to new areas whose file has none."""
    if work.kind.name == "region":
        used = {code for (code,) in work.rows(MATCHING, "known_codes")}
        given: list[dict[str, Any]] = []
        for line, name in work.rows(MATCHING, "regions_without_code"):
            code = choose_region_code(name, used)
            used.add(code)
            given.append({"ligne": line, "code": code})
        work.run(MATCHING, "give_region_codes", codes=json.dumps(given))
    elif work.kind.digits:
        work.run(MATCHING, "give_codes")
