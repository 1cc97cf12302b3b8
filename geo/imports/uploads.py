"""Import an uploaded file, within the request or, when it is large or the caller chooses so, by a job."""

from datetime import timedelta
from pathlib import PurePath
from typing import Any

from django.conf import settings

from accounts.files.models import StoredFile
from accounts.files.queries import path_of
from accounts.files.services import forget, given_to, keep
from accounts.jobs.models import Job
from accounts.jobs.progress import Progress
from accounts.jobs.rights import caller_of
from accounts.jobs.services import start
from geo.imports.options import Options, options_from
from geo.imports.reading import extracted
from geo.imports.services import import_extract, run_import

JOB = "import_geographie"
PERMISSION = "geo.gerer"
# A larger file is not opened within the request.
SYNCHRONOUS_MAX_BYTES = 4 * 1024 * 1024
KEPT_FOR = timedelta(days=1)


def _options(kind: str, raw: dict[str, str], file_name: str, user: Any) -> Options:
    """Build the options of an upload; the default source is the file's name without unprintable characters."""
    stem = "".join(letter for letter in PurePath(file_name).stem if letter.isprintable())
    return options_from(kind, raw, stem or "fichier", region_ids=user.region_ids)


def receive(*, upload: Any, kind: str, raw: dict[str, str], user: Any, by_job: bool) -> dict[str, Any] | Job:
    """Import an upload within the caller's regions; return the report, or the job that will make it.

    Raises VALIDATION_ERROR or PAYLOAD_TOO_LARGE, and RATE_LIMITED when too many files are being read: nothing has
    changed then.
    """
    options = _options(kind, raw, upload.name, user)
    stored = keep(upload, user, KEPT_FOR)
    if by_job or stored.taille > SYNCHRONOUS_MAX_BYTES:
        return _queue(stored, options, raw, user)
    try:
        with extracted(path_of(stored), options, patient=False) as extract:
            report = import_extract(extract, options) if extract.count <= settings.SYNCHRONOUS_MAX_ROWS else None
    except BaseException:
        forget(stored)
        raise
    if report is None:
        return _queue(stored, options, raw, user)
    forget(stored)
    return report


def _queue(stored: StoredFile, options: Options, raw: dict[str, str], user: Any) -> Job:
    params = {"fichier": str(stored.id), "type": options.kind.name, "options": raw | {"source": options.source}}
    return start(JOB, params, user)


def run_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Run a queued import, with the rights that its user has now."""
    params = job.parametres
    user = caller_of(job, PERMISSION)
    options = options_from(params["type"], params["options"], "", region_ids=user.region_ids)
    return run_import(given_to(job), options, progress.at)
