"""Receive workbooks of services, agents and cases, and import them."""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.files.api import remove_file
from analysis.vbg.cases.api import import_rows
from analysis.vbg.directory.api import TYPE_LABELS
from analysis.vbg.imports.models import UploadKind, VbgUpload
from analysis.vbg.imports.queries import SQL, read_counts
from analysis.vbg.imports.rules import (
    CASE_WORDS,
    COLUMN_TITLES,
    MAX_ROWS,
    REQUIRED,
    TYPE_WORDS,
    find_unsafe_columns,
    list_open_kinds,
)
from analysis.vbg.imports.storage.services import (
    build_gone_problem,
    copy_plain,
    open_folder,
    open_stored,
    open_stored_rows,
    store_rows,
    store_workbook,
)
from analysis.vbg.imports.storage.types import SheetRows
from analysis.vbg.imports.types import ImportCounts
from config.caller import Caller
from config.errors.problems import forbidden, invalid
from config.locks import Lock, claim_lock
from geo.areas.models import Region
from geo.facilities.models import VbgService
from geo.import_engine import staging
from geo.import_engine.reader import build_file_problem, convert_unreadable_file, iterate_file
from geo.scope.api import compile_subquery
from geo.tables.column_titles import build_title_key
from geo.tables.formats import recognise_format
from geo.tables.messages import FILE_ERRORS
from geo.vector_files.extraction import ExtractedFile, extract_file

RAW_COLUMNS: Final = {"attributs": "jsonb", "forme": "text"}
# What may be wrong with a file of layers: a zip that is no workbook is read as one, and is refused for what it should be.
LAYER_FAULTS: Final = (
    *("format", "archive_contenu", "couches", "shapefile", "sig", "gpkg_calcul"),
    *("crs", "crs_inconnu", "crs_sans_degres"),
)
FILE_MESSAGES: Final = FILE_ERRORS | dict.fromkeys(LAYER_FAULTS, FILE_ERRORS["pas_classeur"])
SHELTERS: Final = "vbg.voir_services_restreints"


@contextmanager
def extract_workbook(
    path: Path, sheet: str | None = None, *, only_sheet: bool = False, folder: Path | None = None
) -> Iterator[ExtractedFile]:
    """Read a workbook in the confined child process; its rows exist only within the block, and in `folder`.

    Raises VALIDATION_ERROR.
    """
    with convert_unreadable_file(FILE_MESSAGES):
        kind = recognise_format(path)
    if kind not in ("xlsx", "xls", "zip"):
        raise build_file_problem(FILE_MESSAGES, "pas_classeur")
    with (
        convert_unreadable_file(FILE_MESSAGES),
        extract_file(
            path,
            layer=sheet,
            encoding=None,
            crs=None,
            patient=False,
            max_rows=MAX_ROWS,
            only_sheet=only_sheet,
            parent=folder,
        ) as extract,
    ):
        if extract.format not in ("XLSX", "XLS"):
            raise build_file_problem(FILE_MESSAGES, "pas_classeur")
        yield extract


def receive_upload(*, upload: Any, kind: str, user: Caller) -> tuple[VbgUpload, ExtractedFile]:
    """Store the rows of a workbook for a day, and return them with what it holds.

    Of services and agents the workbook is stored, too: another sheet may be wanted. Raises FORBIDDEN for a kind that the
    caller may not import, VALIDATION_ERROR for what is no workbook and for a file of cases with a column that is not allowed,
    or with a second sheet, whose titles nobody looks at: such a file was in memory only, and is not stored.
    """
    if kind not in list_open_kinds(user.holds):
        raise forbidden(_("Vous n'avez pas le droit d'importer ce contenu."))
    is_cases = kind == UploadKind.CASES
    with ExitStack() as undo:
        with (
            open_folder(is_cases) as folder,
            extract_workbook(copy_plain(upload.chunks(), folder), only_sheet=is_cases, folder=folder) as extract,
        ):
            if is_cases:
                _refuse_unsafe_columns(extract.columns)
            rows = store_rows(extract, is_cases, user, folder)
        undo.callback(remove_file, rows)
        book = None if is_cases else store_workbook(upload, user)
        if book:
            undo.callback(remove_file, book)
        row = VbgUpload.objects.create(fichier=rows, classeur=book, user_id=user.id, type=kind)
        undo.pop_all()
    return row, extract


def _refuse_unsafe_columns(columns: list[str]) -> None:
    """Raise VALIDATION_ERROR that names the columns which a file of cases may not have."""
    if unsafe := find_unsafe_columns(columns):
        names = ", ".join(f"« {name[:60]} »" for name in unsafe[:20])
        sentence = _(
            "Un fichier de cas ne peut pas avoir ces colonnes, qui pourraient désigner une personne : %(names)s. "
            "Retirez-les : rien n'a été gardé."
        )
        raise invalid({"file": [sentence % {"names": names}]}, sentence % {"names": names})


def find_upload(*, file_id: UUID, user: Caller, kind: str | None = None) -> VbgUpload:
    """Return one of the caller's uploads that has not expired, of a kind that the caller may import. Raises NOT_FOUND."""
    rows = VbgUpload.objects.select_related("fichier").filter(user_id=user.id, fichier__expires_at__gt=timezone.now())
    found = rows.filter(id=file_id, type__in=list_open_kinds(user.holds)).first()
    if found is None or kind not in (None, found.type):
        raise build_gone_problem()
    return found


@contextmanager
def _read_sheet(upload: VbgUpload, sheet: str | None) -> Iterator[SheetRows]:
    """Give the rows of an upload as they were read when it came; those of another sheet are read from the workbook."""
    with open_stored_rows(upload.fichier_id, upload.type == UploadKind.CASES) as rows:
        if sheet in (None, rows.layer):
            yield rows
            return
    if upload.classeur_id is None:
        raise build_file_problem(FILE_MESSAGES, "couche", {"couche": sheet, "couches": rows.layer})
    with open_stored(upload.classeur_id, is_sealed=False) as path, extract_workbook(path, sheet) as extract:
        yield SheetRows(extract.columns, extract.count, extract.layer, iterate_file(extract.rows))


@contextmanager
def open_rows(upload: VbgUpload, sheet: str | None = None) -> Iterator[SheetRows]:
    """Copy the rows of an upload to `import_raw` within one transaction. Raises VALIDATION_ERROR, NOT_FOUND."""
    with _read_sheet(upload, sheet) as rows, transaction.atomic():
        staging.create_tables(RAW_COLUMNS)
        staging.copy_blocks(list(RAW_COLUMNS), rows.blocks)
        yield rows
        staging.drop_tables()


def import_services(
    *, upload: VbgUpload, mapping: Mapping[str, str], options: Mapping[str, bool], user: Caller
) -> ImportCounts:
    """Create services, and with `updateExisting` change those that the caller sees by their code.

    With `dryRun`, and without `skipErrors` when there is an error, nothing is written. A shelter needs the right to see
    it. Raises VALIDATION_ERROR for a mapping that the file does not fit.
    """
    with open_rows(upload) as extract:
        _check_mapping(UploadKind.SERVICES, mapping, extract.columns)
        services, seen = compile_subquery(
            *(VbgService.objects.visible_to(user), "services"),
            *("id", "code", "nom_normalise", "type", "region_id", "secteur_id"),
        )
        regions, allowed = compile_subquery(
            Region.objects.visible_to(user), "regions", "id", "code", "nom", "nom_normalise"
        )
        fields = ("code", "nom", "telephone", "responsable", "region", "secteur")
        params = {
            **seen,
            **allowed,
            **{field: mapping.get(field) for field in fields},
            "type": mapping.get("typeService"),
            "types": json.dumps(dict.fromkeys(TYPE_LABELS, 1)),
            "words": json.dumps({build_title_key(word): code for word, code in TYPE_WORDS.items()}),
            "everywhere": user.region_ids is None,
            "shelters": user.holds(SHELTERS),
            "update": options["updateExisting"],
        }
        steps = staging.Statements(params, {"services": services, "regions": regions})
        steps.run(SQL, "type_services", "match_regions", "match_services", "match_sectors", "judge_services")
        steps.run(SQL, "analyse_rows", "judge_known_twins", "judge_twins")
        counts = read_counts(UploadKind.SERVICES, mapping)
        return _write_rows(counts, steps, options, "update_services", "insert_services")


def import_agents(
    *, upload: VbgUpload, mapping: Mapping[str, str], options: Mapping[str, bool], user: Caller
) -> ImportCounts:
    """Add agents to services that the caller sees, found by id or code; the options are those of `import_services`."""
    with open_rows(upload) as extract:
        _check_mapping(UploadKind.AGENTS, mapping, extract.columns)
        services, seen = compile_subquery(VbgService.objects.visible_to(user), "services", "id", "code")
        fields = ("nom", "prenom", "fonction", "telephone")
        params = {
            **seen,
            **{field: mapping.get(field) for field in fields},
            "service": mapping.get("serviceId"),
            "update": options["updateExisting"],
        }
        steps = staging.Statements(params, {"services": services})
        steps.run(SQL, "type_agents", "match_agents_by_code", "match_agents_by_id", "analyse_rows")
        steps.run(SQL, "match_known_agents", "judge_agents", "judge_repeated_agents")
        counts = read_counts(UploadKind.AGENTS, mapping)
        return _write_rows(counts, steps, options, "update_agents", "insert_agents")


def import_cases(
    *, upload: VbgUpload, mapping: Mapping[str, str], options: Mapping[str, bool], user: Caller
) -> ImportCounts:
    """Write cases of regions that the caller sees; the options are those of `import_services`.

    Once its cases are written, the file is wiped: it is never read a second time. Raises VALIDATION_ERROR for a mapping
    that the file does not fit.
    """
    with open_rows(upload) as extract:
        _refuse_unsafe_columns(extract.columns)
        _check_mapping(UploadKind.CASES, mapping, extract.columns)
        judge_cases(mapping, user)
        SQL.execute("judge_repeated_cases")
        counts = read_counts(UploadKind.CASES, mapping)
        if counts.skipped and not options["skipErrors"]:
            return ImportCounts(counts.total_rows, 0, 0, counts.total_rows, counts.errors)
        if not options["dryRun"]:
            import_rows()
            # Imports of cases wait for each other: another one of the same file has ended, and wiped it.
            if not VbgUpload.objects.filter(id=upload.id).exists():
                raise build_gone_problem()
            remove_file(upload.fichier)
    return counts


def judge_cases(mapping: Mapping[str, str], user: Caller) -> None:
    """Make cases of the rows of `import_raw` (in `import_row`), and say what is wrong with each: the door of every import.

    Rows that repeat another one are not found: what a person writes twice is one case, what two telephones send is two.
    """
    services, seen = compile_subquery(
        VbgService.objects.visible_to(user), "services", "id", "code", "region_id", "secteur_id"
    )
    regions, allowed = compile_subquery(
        Region.objects.visible_to(user), "regions", "id", "code", "nom", "nom_normalise"
    )
    params = {
        **seen,
        **allowed,
        **{field: mapping.get(field) for field in COLUMN_TITLES[UploadKind.CASES]},
        "words": json.dumps(CASE_WORDS),
        "today": timezone.localdate(),
    }
    steps = staging.Statements(params, {"services": services, "regions": regions})
    steps.run(SQL, "type_cases", "match_cases_by_code", "match_cases_by_id")
    steps.run(SQL, "match_areas_of_cases", "match_sectors_of_cases", "judge_cases", "analyse_rows")


def _check_mapping(kind: UploadKind, mapping: Mapping[str, str], columns: list[str]) -> None:
    """Raise VALIDATION_ERROR for a column that the file does not have, and for a required field without one."""
    missing = {field: [_("Ce champ doit avoir une colonne.")] for field in REQUIRED[kind] if not mapping.get(field)}
    unknown = {
        field: [_("Le fichier n'a pas de colonne « %(name)s ».") % {"name": column}]
        for field, column in mapping.items()
        if column and column not in columns
    }
    if missing or unknown:
        raise invalid({f"mapping.{field}": lines for field, lines in (missing | unknown).items()})


def _write_rows(
    counts: ImportCounts, steps: staging.Statements, options: Mapping[str, bool], *statements: str
) -> ImportCounts:
    if counts.skipped and not options["skipErrors"]:
        return ImportCounts(counts.total_rows, 0, 0, counts.total_rows, counts.errors)
    if not options["dryRun"]:
        claim_lock(Lock.VBG_SERVICES)
        steps.run(SQL, *statements)
    return counts
