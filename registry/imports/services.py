"""Validate and import household files."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, OperationalError, transaction
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import conflict, forbidden
from geo.import_engine.progress import ReportProgress, ReportShare, RowProgress, ignore_progress
from registry.households.api import (
    AREA_COLUMNS,
    build_gone_reference_problem,
    has_changed_areas,
    refuse_gone_references,
    tune_transaction,
)
from registry.imports.checking.services import check_staged_rows, record_file_issues
from registry.imports.codes.services import generate_missing_codes
from registry.imports.definition.header import ColumnChoices, Header
from registry.imports.doubts.services import record_doubts, refuse_doubts
from registry.imports.mappings.services import remember_column_mapping
from registry.imports.queries import (
    ImportShare,
    build_import_response,
    build_questions_response,
    build_validation_response,
    list_first_errors,
    list_household_issue_kinds,
    list_open_questions,
)
from registry.imports.staging.services import HeaderChoices, drop_tables, stage_file
from registry.imports.types import ASSIGNED, ImportOptions
from registry.imports.writing.services import note_changes, refresh_written_sheets, write_households
from registry.pmt.api import find_thresholds_in_force
from registry.projects.api import require_writable
from registry.projects.models import Campaign, Project

ATTEMPTS: Final = 3
# SQLSTATEs of a code taken meanwhile, of a deadlock between two imports, and of a lane's lock timeout.
CONCURRENCY_SQLSTATES: Final = ("23505", "40P01", "55P03")


@transaction.atomic
def validate_file(
    path: Path,
    *,
    text: bool,
    options: ImportOptions,
    report: ReportProgress = ignore_progress,
    awaited_rows: int | None = None,
) -> dict[str, Any]:
    """Check a file against the registry without writing anything; return the response of validate-detailed.

    Raises VALIDATION_ERROR when the file cannot be read, TooManyRows when it has more than `awaited_rows` rows.
    """
    tune_transaction()
    progress = RowProgress(report)
    header = _stage_file(path, text, options, progress, awaited_rows)
    if header.questions:
        return build_questions_response(
            header, _list_row_questions(path, text, options, header, progress, awaited_rows)
        )
    country, doubts = check_staged_rows(header, options, progress.report_share)
    record_file_issues(header)
    record_doubts(doubts, options)
    is_update = options.mode == "update"
    if is_update:
        note_changes(header, options)
    response = build_validation_response(header, country, is_update=is_update)
    drop_tables()
    return response


def write_staged_rows(
    header: Header,
    options: ImportOptions,
    report: ReportShare,
    operation_id: UUID | None = None,
    *,
    is_first: bool = True,
) -> ImportShare:
    """Check and write the staged rows.

    Of several lanes only the first adds the issues of the file. The caller, who knows the whole file, must refuse its
    doubts.
    """
    doubts = check_staged_rows(header, options, report).doubts
    if is_first:
        record_file_issues(header)
    if options.assigns_codes:
        generate_missing_codes()
    share = ImportShare(
        write_households(header, options, report, operation_id=operation_id),
        list_first_errors(),
        list_household_issue_kinds(),
        doubts,
    )
    refresh_written_sheets(options)
    drop_tables()
    return share


def _stage_file(
    path: Path, text: bool, options: ImportOptions, progress: RowProgress, awaited_rows: int | None
) -> Header:
    return stage_file(
        path,
        text=text,
        choices=HeaderChoices(options.mapping, options.user, needs_codes=not options.assigns_codes),
        sheet=options.sheet,
        report=progress.report_reading,
        awaited_rows=awaited_rows,
    )


def _list_row_questions(
    path: Path,
    text: bool,
    options: ImportOptions,
    header: Header,
    progress: RowProgress,
    awaited_rows: int | None,
) -> list[dict[str, Any]]:
    """List what a file that only lacks its codes asks about its rows, so that all is asked at once.

    The rows are checked as if each household got a code: what is asked of the others needs none.
    """
    if not header.lacks_codes_only:
        return []
    coded = replace(options, codeless=ASSIGNED)
    staged = _stage_file(path, text, coded, progress, awaited_rows)
    country, doubts = check_staged_rows(staged, coded, progress.report_share)
    record_doubts(doubts, coded)
    questions = list_open_questions(country)
    drop_tables()
    return questions


def _load_file(
    path: Path,
    text: bool,
    options: ImportOptions,
    progress: RowProgress,
    awaited_rows: int | None,
    operation_id: UUID | None,
) -> dict[str, Any]:
    with transaction.atomic():
        tune_transaction()
        header = _stage_file(path, text, options, progress, awaited_rows)
        header.require_answers()
        share = write_staged_rows(header, options, progress.report_share, operation_id)
        refuse_doubts(share.doubts, options)
        remember_column_mapping(header, options.user)
    return build_import_response([share], options, header)


def is_concurrency_error(error: Exception) -> bool:
    """Return whether an import failed because of concurrent changes, so that a retry may succeed."""
    return getattr(error.__cause__, "sqlstate", None) in CONCURRENCY_SQLSTATES or has_changed_areas(error)


def retry_on_conflict(load: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Run `load`, which opens its own transaction, and retry it when a code was taken or a place changed meanwhile.

    Raises CONFLICT after ATTEMPTS attempts, and when the project or the campaign was deleted.
    """
    for _attempt in range(ATTEMPTS):
        try:
            with refuse_gone_references(except_columns=AREA_COLUMNS):
                return load()
        except (IntegrityError, OperationalError) as error:
            if not is_concurrency_error(error):
                raise
    raise conflict(_("D'autres personnes importent les mêmes ménages en ce moment. Recommencez dans un instant."))


def import_file(
    path: Path,
    *,
    text: bool,
    options: ImportOptions,
    report: ReportProgress = ignore_progress,
    awaited_rows: int | None = None,
    operation_id: UUID | None = None,
) -> dict[str, Any]:
    """Import a household file: {total, imported, updated, unchanged, known, skipped, errors, problemes, colonnes}.

    Rows with an error are left out, the others are written; nothing is written when the file cannot be read. When
    another import takes one of the codes meanwhile, everything is checked and written again. Raises VALIDATION_ERROR,
    TooManyRows, and CONFLICT when that happens repeatedly.
    """
    return retry_on_conflict(lambda: _load_file(path, text, options, RowProgress(report), awaited_rows, operation_id))


def describe_replace_refusal() -> str:
    """Describe why a user may not replace households."""
    return _("« Remplacer » supprime des ménages : il faut la permission de supprimer.")


def build_options(
    user: Caller,
    *,
    mode: str = "create",
    project: Project | None = None,
    mapping: ColumnChoices | None = None,
    **more: Any,
) -> ImportOptions:
    """Return the options of an import by `user`; `more` are further fields of ImportOptions.

    Raises READ_ONLY_PROJECT or FORBIDDEN for a project that accepts no households, and FORBIDDEN for mode replace when
    the user may not delete households.
    """
    if mode == "replace" and not user.holds("registre.supprimer"):
        raise forbidden(describe_replace_refusal())
    require_writable(project, "collecter")
    project_id = project.id if project else None
    return ImportOptions(
        mode,
        user.region_ids,
        project=project_id,
        score_thresholds=find_thresholds_in_force(),
        mapping=mapping or {},
        user=user.id,
        may_score=user.holds("registre.scorer"),
        **more,
    )


def rebuild_job_options(params: dict[str, Any], user: Caller) -> ImportOptions:
    """Return the options stored with a job, with the current permissions of `user`.

    Parameters of jobs from earlier versions may be incomplete. Raises CONFLICT when the project or campaign was
    deleted, and what `build_options` raises.
    """
    found: dict[str, Any] = {}
    for name, model, column in (("projet", Project, "projet_id"), ("campagne", Campaign, "campagne_id")):
        found[name] = model.objects.visible_to(user).filter(id=params[name]).first() if params[name] else None
        if params[name] and found[name] is None:
            raise build_gone_reference_problem(column)
    return build_options(
        user,
        mode=params["mode"],
        score_factor=params["echelle"],
        create_villages=params["creerLocalites"],
        project=found["projet"],
        campaign=found["campagne"] and found["campagne"].id,
        mapping=params.get("correspondances"),
        date_order=params.get("ordreDates"),
        changes_confirmed=params.get("confirme", False),
        values_confirmed=params.get("valeursConfirmees", False),
        allows_placeless=params.get("sansLieu", False),
        abroad=params.get("positionsHorsPays"),
        repeated=params.get("menagesRepetes"),
        codeless=params.get("codesManquants"),
        identical=params.get("lignesIdentiques"),
        sheet=params.get("feuille"),
    )
