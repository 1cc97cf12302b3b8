"""Synchronise a form as a job: it asks the platform outside its transaction, and writes inside it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any, Final

from django.utils.translation import get_language

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from analysis.vbg.collectors.services import fetch_form_submissions, return_statuses, write_fetched
from analysis.vbg.collectors.types import ServiceSync
from config.api.serializers import serialize_row
from registry.survey_platforms.api import FetchedSubmissions

JOB: Final = "collecte_services_vbg"
PERMISSION: Final = "vbg.importer"


def build_job_params(wanted: ServiceSync) -> dict[str, Any]:
    """Return the parameters of the job: names of questions and options, but no answers, credentials or permissions."""
    return {
        "source": wanted.source,
        "form": wanted.form,
        "mapping": dict(wanted.mapping),
        "changes": wanted.changes_known,
        "skip": wanted.skips_duplicates,
        "returns": wanted.returns_status,
        "since": wanted.since.isoformat() if wanted.since else None,
        "langue": get_language(),
    }


def _read_job_sync(job: Job) -> ServiceSync:
    params = job.parametres
    since = date.fromisoformat(params["since"]) if params["since"] else None
    return ServiceSync(
        params["source"],
        params["form"],
        params["mapping"],
        changes_known=params["changes"],
        skips_duplicates=params["skip"],
        returns_status=params["returns"],
        since=since,
    )


@contextmanager
def fetch_job_submissions(job: Job, progress: Progress) -> Iterator[FetchedSubmissions]:
    """Fetch the submissions of a job before its transaction, and tell the platform their statuses after it."""
    find_job_caller(job, PERMISSION)
    wanted = _read_job_sync(job)
    with fetch_form_submissions(wanted, progress.report) as fetched:
        yield fetched
    return_statuses(wanted)


def run_sync_job(job: Job, progress: Progress, fetched: FetchedSubmissions) -> dict[str, Any]:
    """Write the submissions of a job. The permission is read again, since fetching took time."""
    user = find_job_caller(job, PERMISSION)
    return serialize_row(write_fetched(fetched, _read_job_sync(job), user))
