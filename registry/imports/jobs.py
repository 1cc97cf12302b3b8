"""Import and validate long files as jobs; long imports run in lanes (`registry.imports.lanes`)."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid5

from django.conf import settings
from django.db import IntegrityError, OperationalError, connection
from django.utils.translation import get_language, ngettext, override

from accounts.audit.queries import receipt
from accounts.files.models import StoredFile
from accounts.files.services import given_to
from accounts.jobs.models import Job
from accounts.jobs.progress import Progress
from accounts.jobs.rights import caller_of
from accounts.jobs.services import acting
from registry.households.bulk import tune
from registry.households.gone import refuse_gone_references
from registry.imports.doubts import refuse_doubts, sum_doubts
from registry.imports.headers import Header
from registry.imports.lanes import Lane, Work, answers, divided, feed, together
from registry.imports.mappings import remember_mapping
from registry.imports.options import Options
from registry.imports.services import (
    Share,
    Steps,
    import_file,
    insisting,
    outcome,
    read_job_options,
    taken,
    validate_file,
    write_share,
)
from registry.imports.staging import Choices, copy_in, opened
from registry.imports.writing import Written

JOB: Final = "import_menages"
# From this size in bytes (some 8,000 households) several connections pay off.
LANES_FROM: Final = 1024 * 1024
LANE_PATIENCE: Final = "10s"
CODE: Final = "code_menage"
# Keep the staged rows in memory. A lane has its own connection, but a pooler may reuse one that has already used
# temporary tables, whose buffer size is then fixed.
ROOMY: Final = """DO $$ BEGIN SET temp_buffers = '128MB'; EXCEPTION WHEN invalid_parameter_value THEN NULL; END $$"""


def job_params(stored: StoredFile, *, text: bool, action: str, options: Options) -> dict[str, Any]:
    """Return the parameters of the job: no content of the file and no permissions, which are read when it runs."""
    return {
        "fichier": str(stored.id),
        "texte": text,
        "action": action,
        **options.job_params(),
        "langue": get_language(),
        "voies": settings.IMPORT_LANES,
    }


def _divisible(path: Path, options: Options) -> bool:
    """Return whether a file is long enough to divide among lanes, and may be divided.

    Creating villages, or deleting households that others refer to, must happen in one transaction.
    """
    return not options.create_villages and options.mode != "replace" and path.stat().st_size >= LANES_FROM


def _lane(
    header: Header, options: Options, identity: UUID, at: Callable[[float], None], *, is_first: bool
) -> Work[Share]:
    """Return the work of one lane: writing its part of the rows as an operation that is done only once."""

    def work(blocks: Iterator[bytes]) -> Share:
        with connection.cursor() as cursor:
            cursor.execute(ROOMY)
            tune()
            # Lanes of two imports could wait for each other where the database detects no deadlock.
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [LANE_PATIENCE])
            copy_in(header, blocks)
            share = write_share(header, options, at, identity, is_first=is_first)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        return share

    return work


def _lane_names(job: Job) -> list[UUID]:
    """Return the operation id of each lane of a job.

    The ids are the same in every run of the job, as long as rows are divided in the same way.
    """
    count = job.parametres.get("voies", 1)
    return [uuid5(job.id, f"lot {number + 1}/{count}") for number in range(count)]


def _committed(job: Job) -> dict[int, Written]:
    """Return what the lanes that earlier runs of the job committed wrote, by lane number.

    It is read from the results stored with their audit operations.
    """
    told = ((number, receipt(name)) for number, name in enumerate(_lane_names(job)))
    return {number: Written(**written) for number, written in told if written}


def left_standing(job: Job) -> str | None:
    """Describe what remains of an import that ended between the commits of its lanes; return None if nothing does."""
    if not (parts := _committed(job)):
        return None
    count = sum(part.inseres + part.modifies for part in parts.values())
    return ngettext(
        "%(n)d ménage du fichier est déjà enregistré. Importez le même fichier à nouveau pour le reste.",
        "%(n)d ménages du fichier sont déjà enregistrés. Importez le même fichier à nouveau pour le reste.",
        count,
    ) % {"n": count}


def _in_lanes(
    job: Job, progress: Progress, path: Path, text: bool, options: Options, done: dict[int, Written]
) -> dict[str, Any]:
    """Run the remaining lanes; each is a transaction that commits with the job. Raises what a lane raises."""
    names, steps = _lane_names(job), Steps(progress.at)
    todo = [number for number in range(len(names)) if number not in done]
    shares = together(steps.share, len(todo))
    choices = Choices(options.mapping, options.user)
    with opened(path, text=text, choices=choices, sheet=options.sheet, at=steps.read) as sheet:
        sheet.header.require_answers()
        lanes = {
            number: Lane(
                _lane(sheet.header, options, names[number], at, is_first=number == todo[0]), partial(acting, job)
            )
            for number, at in zip(todo, shares, strict=True)
        }
        progress.beside.extend(lanes.values())
        try:
            feed(lanes, divided(sheet.blocks, sheet.header.staged.index(CODE), len(names)))
            found = answers(lanes, progress.check)
        except (IntegrityError, OperationalError):
            progress.abandon_beside()
            raise
    refuse_doubts(sum_doubts(share.doubts for share in found), options)
    remember_mapping(sheet.header, options.user)
    return outcome([*(Share(written, []) for written in done.values()), *found], options, sheet.header)


def _import_beside(job: Job, progress: Progress, path: Path, text: bool, options: Options) -> dict[str, Any] | None:
    """Import a long file in lanes; return None when a lane conflicted with other imports and nothing was written.

    What an earlier run committed is not written again and cannot be rolled back: then only the rest is retried. Raises
    CONFLICT when that fails repeatedly.
    """
    done = _committed(job)
    load = partial(_in_lanes, job, progress, path, text, options, done)
    if done:
        return insisting(load)
    try:
        return load()
    except (IntegrityError, OperationalError) as error:
        if not taken(error):
            raise
        return None


def run_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Run an import or a validation as a job, with the current permissions of its user."""
    params = job.parametres
    user = caller_of(job, "registre.importer")
    options = read_job_options(params, user)
    path, text = given_to(job), params["texte"]
    with override(params["langue"]), refuse_gone_references():
        if params["action"] != "import":
            return validate_file(path, text=text, options=options, at=progress.at)
        if params.get("voies", 1) > 1 and _divisible(path, options):
            answer = _import_beside(job, progress, path, text, options)
            if answer:
                return answer
        return import_file(path, text=text, options=options, at=progress.at)
