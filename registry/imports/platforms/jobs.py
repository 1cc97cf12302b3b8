"""Import from a survey platform as a job: it fetches outside its transaction, and writes inside it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any, Final

from django.utils.translation import get_language

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from registry.imports.platforms.services import fetch_form_submissions, import_fetched_submissions
from registry.imports.platforms.types import PlatformImport
from registry.imports.services import rebuild_job_options
from registry.imports.types import ImportOptions
from registry.survey_platforms.api import FetchedSubmissions

JOB: Final = "collecte_menages"


def build_job_params(wanted: PlatformImport, options: ImportOptions) -> dict[str, Any]:
    """Return the parameters of the job: names of questions and options, but no answers, credentials or permissions."""
    return {
        "source": wanted.source,
        "form": wanted.form,
        "mapping": wanted.mapping,
        "skip": wanted.skips_duplicates,
        "since": wanted.since.isoformat() if wanted.since else None,
        **options.build_job_params(),
        "langue": get_language(),
    }


def _read_job_import(job: Job) -> tuple[PlatformImport, ImportOptions]:
    """Return what a job is to import, with the current permissions of its user. Raises FORBIDDEN."""
    params = job.parametres
    user = find_job_caller(job, "registre.importer")
    since = date.fromisoformat(params["since"]) if params["since"] else None
    wanted = PlatformImport(params["source"], params["form"], params["mapping"], params["skip"], since)
    return wanted, rebuild_job_options(params, user)


@contextmanager
def fetch_job_submissions(job: Job, progress: Progress) -> Iterator[FetchedSubmissions]:
    """Fetch the submissions of a job, outside its transaction."""
    wanted, _options = _read_job_import(job)
    with fetch_form_submissions(wanted, progress.report) as fetched:
        yield fetched


def run_platform_import_job(job: Job, progress: Progress, fetched: FetchedSubmissions) -> dict[str, Any]:
    """Write the submissions of a job. Permissions are read again, since fetching took time."""
    wanted, options = _read_job_import(job)
    return import_fetched_submissions(fetched, wanted, options, progress.report)
