"""Analyse duplicates as a job, for many households."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.utils.translation import get_language

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from registry.duplicates.analysis.services import (
    analyse_duplicates,
    count_households_to_analyse,
    filter_visible_households,
    prepare_sheets,
    serialize_filters,
)
from registry.duplicates.rules import DUPLICATE_ANALYSIS

DUPLICATE_ANALYSIS_JOB: Final = DUPLICATE_ANALYSIS
PERMISSION: Final = "registre.valider"


def build_analysis_params(query: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a job: the filters.

    They hold no rights: the rights of the job's user are read when it runs.
    """
    return {"langue": get_language(), "filtres": serialize_filters(query)}


@contextmanager
def prepare_analysis_job(job: Job, progress: Progress) -> Iterator[None]:
    """Run the part of a job which precedes its transaction: rebuild the sheets."""
    prepare_sheets(filter_visible_households(job.parametres["filtres"], find_job_caller(job, PERMISSION)))
    progress.raise_if_stopped()
    yield


def run_analysis_job(job: Job, progress: Progress, _prepared: None) -> dict[str, Any]:
    """Analyse with the rights which the job's user has when it runs."""
    user = find_job_caller(job, PERMISSION)
    query = job.parametres["filtres"]
    total = count_households_to_analyse(query, user)
    progress.report(0, total)
    counts = analyse_duplicates(query=query, user=user, progress=progress, is_prepared=True)
    progress.report(total)
    return counts
