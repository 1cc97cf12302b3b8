"""Analyse the quality of all households as a job."""

from typing import Any

from django.utils.translation import get_language

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.api.serializers import serialize_row
from registry.households.api import count_households_by_tally
from registry.quality_dashboard.services import (
    PERMISSION,
    analyse_visible_households,
    refresh_quality_tallies,
)


def build_analysis_params() -> dict[str, Any]:
    """Return the parameters of the job. They hold no permissions: those are read when the job runs."""
    return {"langue": get_language()}


def run_quality_analysis_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Run the analysis of all households as a job, with the current permissions of its user."""
    user = find_job_caller(job, PERMISSION)
    total = count_households_by_tally({}, user) or 0
    progress.report(0, total)
    result = analyse_visible_households(user=user)
    refresh_quality_tallies()
    progress.report(total)
    return serialize_row(result)
