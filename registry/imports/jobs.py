"""Importing and checking a long file as a job; long imports in lanes (`registry.imports.lanes`)."""

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
# A file of this size in bytes (some 8,000 households) is worth several connections.
LANES_FROM: Final = 1024 * 1024
LANE_PATIENCE: Final = "10s"
CODE: Final = "code_menage"
# The staged rows in memory. A lane's connection is its own; but a pooler may hand out one that has seen temporary tables,
# whose room is fixed.
ROOMY: Final = """DO $$ BEGIN SET temp_buffers = '128MB'; EXCEPTION WHEN invalid_parameter_value THEN NULL; END $$"""


def job_params(stored: StoredFile, *, text: bool, action: str, options: Options) -> dict[str, Any]:
    """The parameters of a job: nothing of the file's content, and no rights: those are read when it runs."""
    return {
        "fichier": str(stored.id),
        "texte": text,
        "action": action,
        **options.job_params(),
        "langue": get_language(),
        "voies": settings.IMPORT_LANES,
    }


def _divisible(path: Path, options: Options) -> bool:
    """Whether a file may be divided among lanes, and is long enough for it. What creates villages, or deletes
    households of which others know, is done by one."""
    return not options.create_villages and options.mode != "replace" and path.stat().st_size >= LANES_FROM


def _lane(
    header: Header, options: Options, identity: UUID, at: Callable[[float], None], *, is_first: bool
) -> Work[Share]:
    """The work of one lane: its part of the rows, as an operation that is done only once."""

    def work(blocks: Iterator[bytes]) -> Share:
        with connection.cursor() as cursor:
            cursor.execute(ROOMY)
            tune()
            # Two imports of two lanes could wait for each other where the database sees no circle.
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [LANE_PATIENCE])
            copy_in(header, blocks)
            share = write_share(header, options, at, identity, is_first=is_first)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        return share

    return work


def _lane_names(job: Job) -> list[UUID]:
    """The operation of each lane of a job: the same in every run of it, as long as rows are divided in the same way."""
    count = job.parametres.get("voies", 1)
    return [uuid5(job.id, f"lot {number + 1}/{count}") for number in range(count)]


def _committed(job: Job) -> dict[int, Written]:
    """What the lanes wrote that earlier runs of the job committed: their operations are the receipts."""
    told = ((number, receipt(name)) for number, name in enumerate(_lane_names(job)))
    return {number: Written(**written) for number, written in told if written}


def left_standing(job: Job) -> str | None:
    """What stands of an import that ended between the commits of its lanes."""
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
    """Do in lanes what is not done yet: each is a transaction that commits with the job. Raises what a lane raises."""
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
    """Import a long file in lanes; None when a lane met somebody else's households and nothing was done.

    What an earlier run committed is not done again, and cannot be taken back: then only the rest is tried again.
    Raises CONFLICT when that fails again and again.
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
    """Run an import or a validation as a job, with the rights that its user has now."""
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
