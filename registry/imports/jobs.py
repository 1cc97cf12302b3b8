"""Import and validate long files as jobs; long imports run in lanes (`geo.import_engine.lanes`)."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, OperationalError, connection
from django.utils.translation import get_language, ngettext

from accounts.audit.api import find_operation_result
from accounts.files.api import find_job_file
from accounts.files.models import StoredFile
from accounts.jobs.api import Progress, act_as_job, find_job_caller
from accounts.jobs.models import Job
from geo.import_engine.lanes import (
    Lane,
    LaneWork,
    divide_blocks,
    feed_lanes,
    list_lane_operations,
    wait_for_lanes,
)
from geo.import_engine.progress import ReportShare, RowProgress, divide_progress
from registry.households.api import refuse_gone_references, tune_transaction
from registry.imports.definition.header import Header
from registry.imports.doubts.services import refuse_doubts
from registry.imports.doubts.types import sum_doubts
from registry.imports.mappings.services import remember_column_mapping
from registry.imports.queries import ImportShare, build_import_response
from registry.imports.services import (
    import_file,
    is_concurrency_error,
    rebuild_job_options,
    retry_on_conflict,
    validate_file,
    write_staged_rows,
)
from registry.imports.staging.services import HeaderChoices, open_household_file, stage_blocks
from registry.imports.types import ImportOptions
from registry.imports.writing.services import WriteCounts

JOB: Final = "import_menages"
# From this size in bytes (some 8,000 households) several connections pay off.
MIN_LANES_BYTES: Final = 1024 * 1024
LANE_PATIENCE: Final = "10s"
CODE: Final = "code_menage"
# Keep the staged rows in memory. A lane has its own connection, but a pooler may reuse one that has already used
# temporary tables, whose buffer size is then fixed.
ENLARGE_TEMP_BUFFERS: Final = (
    """DO $$ BEGIN SET temp_buffers = '128MB'; EXCEPTION WHEN invalid_parameter_value THEN NULL; END $$"""
)


def build_job_params(stored: StoredFile, *, text: bool, action: str, options: ImportOptions) -> dict[str, Any]:
    """Return the parameters of the job: no content of the file and no permissions, which are read when it runs.

    `nom` tells its user which file it was, when the file is gone.
    """
    return {
        "fichier": str(stored.id),
        "nom": stored.nom,
        "texte": text,
        "action": action,
        **options.build_job_params(),
        "langue": get_language(),
        "voies": settings.IMPORT_LANES,
    }


def _is_divisible(path: Path, options: ImportOptions) -> bool:
    """Return whether a file is long enough to divide among lanes, and may be divided.

    Creating villages, deleting households that others refer to, or numbering households must happen in one transaction.
    """
    is_whole = options.create_villages or options.assigns_codes or options.mode == "replace"
    return not is_whole and path.stat().st_size >= MIN_LANES_BYTES


def _build_lane_work(
    header: Header, options: ImportOptions, operation_id: UUID, report: ReportShare, *, is_first: bool
) -> LaneWork[ImportShare]:
    """Return the work of one lane: writing its part of the rows as an operation that is done only once."""

    def work(blocks: Iterator[bytes]) -> ImportShare:
        with connection.cursor() as cursor:
            cursor.execute(ENLARGE_TEMP_BUFFERS)
            tune_transaction()
            # Lanes of two imports could wait for each other where the database detects no deadlock.
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [LANE_PATIENCE])
            stage_blocks(header, blocks)
            share = write_staged_rows(header, options, report, operation_id, is_first=is_first)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        return share

    return work


def _list_lane_operations(job: Job) -> list[UUID]:
    """Return the operation id of each lane of a job.

    Rows are divided in the same way in every run.
    """
    return list_lane_operations(job.id, job.parametres.get("voies", 1))


def _find_committed_lanes(job: Job) -> dict[int, WriteCounts]:
    """Return what the lanes that earlier runs of the job committed wrote, by lane number.

    It is read from the results stored with their audit operations.
    """
    results = ((number, find_operation_result(name)) for number, name in enumerate(_list_lane_operations(job)))
    return {number: WriteCounts(**written) for number, written in results if written}


def describe_partial_import(job: Job) -> str | None:
    """Describe what remains of an import that ended between the commits of its lanes; return None if nothing does."""
    if not (parts := _find_committed_lanes(job)):
        return None
    count = sum(part.inseres + part.modifies for part in parts.values())
    return ngettext(
        "%(n)d ménage du fichier est déjà enregistré. Importez le même fichier à nouveau pour le reste.",
        "%(n)d ménages du fichier sont déjà enregistrés. Importez le même fichier à nouveau pour le reste.",
        count,
    ) % {"n": count}


def _import_remaining_lanes(
    job: Job, progress: Progress, path: Path, text: bool, options: ImportOptions, done: dict[int, WriteCounts]
) -> dict[str, Any]:
    """Run the remaining lanes; each is a transaction that commits with the job. Raises what a lane raises."""
    names, steps = _list_lane_operations(job), RowProgress(progress.report)
    todo = [number for number in range(len(names)) if number not in done]
    reports = divide_progress(steps.report_share, len(todo))
    choices = HeaderChoices(options.mapping, options.user)
    with open_household_file(
        path, text=text, choices=choices, sheet=options.sheet, report=steps.report_reading
    ) as sheet:
        sheet.header.require_answers()
        lanes = {
            number: Lane(
                _build_lane_work(sheet.header, options, names[number], report, is_first=number == todo[0]),
                partial(act_as_job, job),
            )
            for number, report in zip(todo, reports, strict=True)
        }
        progress.extra_transactions.extend(lanes.values())
        try:
            feed_lanes(lanes, divide_blocks(sheet.blocks, sheet.header.staged_columns.index(CODE), len(names)))
            found = wait_for_lanes(lanes, progress.raise_if_stopped)
        except (IntegrityError, OperationalError):
            progress.abandon_extra_transactions()
            raise
    refuse_doubts(sum_doubts(share.doubts for share in found), options)
    remember_column_mapping(sheet.header, options.user)
    return build_import_response(
        [*(ImportShare(written, []) for written in done.values()), *found], options, sheet.header
    )


def _import_in_lanes(
    job: Job, progress: Progress, path: Path, text: bool, options: ImportOptions
) -> dict[str, Any] | None:
    """Import a long file in lanes; return None when a lane conflicted with other imports and nothing was written.

    What an earlier run committed is not written again and cannot be rolled back: then only the rest is retried. Raises
    CONFLICT when that fails repeatedly.
    """
    done = _find_committed_lanes(job)
    load = partial(_import_remaining_lanes, job, progress, path, text, options, done)
    if done:
        return retry_on_conflict(load)
    try:
        return load()
    except (IntegrityError, OperationalError) as error:
        if not is_concurrency_error(error):
            raise
        return None


def run_file_import_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Run an import or a validation as a job, with the current permissions of its user."""
    params = job.parametres
    user = find_job_caller(job, "registre.importer")
    options = rebuild_job_options(params, user)
    path, text = find_job_file(job), params["texte"]
    with refuse_gone_references():
        if params["action"] != "import":
            return validate_file(path, text=text, options=options, report=progress.report)
        if params.get("voies", 1) > 1 and _is_divisible(path, options):
            answer = _import_in_lanes(job, progress, path, text, options)
            if answer:
                return answer
        # The filter `import` of households finds what the job created by the job's id.
        return import_file(path, text=text, options=options, report=progress.report, operation_id=job.id)
