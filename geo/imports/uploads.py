"""Import an uploaded file, within the request or, when it is large or the caller chooses so, by a job."""

from datetime import timedelta
from pathlib import PurePath
from typing import Any

from django.conf import settings

from accounts.files.api import build_file_path, find_job_file, remove_file, store_file
from accounts.files.models import StoredFile
from accounts.jobs.api import Progress, find_job_caller, start_job
from accounts.jobs.models import Job
from geo.imports.options import ImportOptions, build_options
from geo.imports.reading import extract_file
from geo.imports.services import import_extracted_file, run_import

JOB = "import_geographie"
PERMISSION = "geo.gerer"
# A larger file is not opened within the request.
SYNCHRONOUS_MAX_BYTES = 4 * 1024 * 1024
KEPT_FOR = timedelta(days=1)


def _build_upload_options(kind: str, raw: dict[str, str], file_name: str, user: Any) -> ImportOptions:
    """Build the options of an upload; the default source is the file's name without unprintable characters."""
    stem = "".join(letter for letter in PurePath(file_name).stem if letter.isprintable())
    return build_options(kind, raw, stem or "fichier", region_ids=user.region_ids)


def import_upload(*, upload: Any, kind: str, raw: dict[str, str], user: Any, by_job: bool) -> dict[str, Any] | Job:
    """Import an upload within the caller's regions; return the report, or the job that will make it.

    Raises VALIDATION_ERROR or PAYLOAD_TOO_LARGE, and RATE_LIMITED when too many files are being read: nothing has
    changed then.
    """
    options = _build_upload_options(kind, raw, upload.name, user)
    stored = store_file(upload, user, KEPT_FOR)
    if by_job or stored.taille > SYNCHRONOUS_MAX_BYTES:
        return _queue_import(stored, options, raw, user)
    try:
        with extract_file(build_file_path(stored), options, patient=False) as extract:
            report = import_extracted_file(extract, options) if extract.count <= settings.SYNCHRONOUS_MAX_ROWS else None
    except BaseException:
        remove_file(stored)
        raise
    if report is None:
        return _queue_import(stored, options, raw, user)
    remove_file(stored)
    return report


def _queue_import(stored: StoredFile, options: ImportOptions, raw: dict[str, str], user: Any) -> Job:
    params = {"fichier": str(stored.id), "type": options.kind.name, "options": raw | {"source": options.source}}
    return start_job(JOB, params, user)


def run_import_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Run a queued import, with the rights that its user has now."""
    params = job.parametres
    user = find_job_caller(job, PERMISSION)
    options = build_options(params["type"], params["options"], "", region_ids=user.region_ids)
    return run_import(find_job_file(job), options, progress.report)
