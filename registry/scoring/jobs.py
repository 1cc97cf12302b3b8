"""Score a batch or all households as a job."""

from typing import Any, Final
from uuid import UUID

from django.utils.translation import get_language

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.api.serializers import serialize_row
from registry.households.api import MassResult, count_households_by_tally
from registry.scoring.services import RESCORING, score_all_households, score_batch

RESCORING_JOB: Final = RESCORING
PERMISSION: Final = "registre.scorer"


def build_rescoring_params(ids: list[UUID] | None = None) -> dict[str, Any]:
    """Return the parameters of a job for a batch (`ids`) or for all households.

    They hold no rights: the rights of the job's user are read when it runs.
    """
    sent_ids = None if ids is None else [str(household_id) for household_id in ids]
    return {"langue": get_language(), "ids": sent_ids}


def run_rescoring_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Score a batch or all households with the rights which the job's user has when it runs."""
    user = find_job_caller(job, PERMISSION)
    ids = job.parametres.get("ids")
    total = (count_households_by_tally({}, user) or 0) if ids is None else len(ids)
    progress.report(0, total)
    result: MassResult
    if ids is None:
        result = score_all_households(user=user)
    else:
        result = score_batch(ids=[UUID(household_id) for household_id in ids], user=user)
    progress.report(total)
    return serialize_row(result)
