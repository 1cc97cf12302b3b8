"""Import an uploaded file, within the request or, when it is large or the caller chooses so, by a job."""

from pathlib import Path, PurePath
from typing import Any, Final

from django.conf import settings

from accounts.files.api import find_job_file
from accounts.files.models import StoredFile
from accounts.jobs.api import Progress, find_job_caller, start_job
from accounts.jobs.models import Job
from config.caller import Caller
from config.errors.problems import forbidden
from geo.import_engine.deposits import TooManyRows, import_deposit
from geo.imports.definition.options import ImportOptions, build_options
from geo.imports.services import extract_geo_file, import_extracted_file, run_import

JOB: Final = "import_geographie"
PERMISSION: Final = "geo.gerer"
# A file is compared with all rows of its table, and the report says which it met: that table holds shelters.
KIND_PERMISSIONS: Final = {"services_vbg": "vbg.voir_services_restreints"}
# A larger file is not opened within the request.
SYNCHRONOUS_MAX_BYTES: Final = 4 * 1024 * 1024


def _build_upload_options(kind: str, raw: dict[str, str], file_name: str, user: Caller) -> ImportOptions:
    """Build the options of an upload; the default source is the file's name without unprintable characters."""
    stem = "".join(letter for letter in PurePath(file_name).stem if letter.isprintable())
    return build_options(kind, raw, stem or "fichier", region_ids=user.region_ids)


def require_kind_permission(kind: str, user: Caller) -> None:
    """Raise FORBIDDEN unless the caller holds what this kind of row needs besides the permission to import."""
    key = KIND_PERMISSIONS.get(kind)
    if key is not None and not user.holds(key):
        raise forbidden()


def import_upload(*, upload: Any, kind: str, raw: dict[str, str], user: Caller, by_job: bool) -> dict[str, Any] | Job:
    """Import an upload within the caller's regions; return the report, or the job that will make it.

    Raises FORBIDDEN, VALIDATION_ERROR or PAYLOAD_TOO_LARGE, and RATE_LIMITED when too many files are being read:
    nothing has changed then.
    """
    require_kind_permission(kind, user)
    options = _build_upload_options(kind, raw, upload.name, user)

    def run(path: Path) -> dict[str, Any]:
        with extract_geo_file(path, options, patient=False) as extract:
            if extract.count > settings.SYNCHRONOUS_MAX_ROWS:
                raise TooManyRows
            return import_extracted_file(extract, options)

    def start(stored: StoredFile) -> Job:
        params = {"fichier": str(stored.id), "type": kind, "options": raw | {"source": options.source}}
        return start_job(JOB, params, user)

    return import_deposit(upload, user, run=run, start=start, by_job=by_job, max_bytes=SYNCHRONOUS_MAX_BYTES)


def run_import_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Run a queued import, with the rights that its user has now."""
    params = job.parametres
    user = find_job_caller(job, PERMISSION)
    require_kind_permission(params["type"], user)
    options = build_options(params["type"], params["options"], "", region_ids=user.region_ids)
    return run_import(find_job_file(job), options, progress.report)
