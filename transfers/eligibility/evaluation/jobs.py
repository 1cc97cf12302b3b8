"""Evaluate many households as a job."""

from typing import Any, Final
from uuid import UUID

from django.utils.translation import get_language, override

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.api.serializers import serialize_row
from transfers.eligibility.evaluation.services import evaluate_batch, find_version, require_current
from transfers.eligibility.models import RuleSetVersion

EVALUATION_JOB: Final = "evaluation_eligibilite"
PERMISSION: Final = "registre.lire"


def build_evaluation_params(version: RuleSetVersion, filters: dict[str, Any], is_update: bool) -> dict[str, Any]:
    """Return the parameters of a job. They hold no rights: those of the user are read when the job runs."""
    return {
        "version": str(version.id),
        "filtres": {name: str(value) for name, value in filters.items() if value},
        "maj": is_update,
        "langue": get_language(),
    }


def run_evaluation_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Evaluate by the version that was asked for, with the rights that its user has when the job runs.

    Raises NOT_FOUND when the set was deleted, CONFLICT when eligibility is to be written by rules that have changed since.
    """
    params = job.parametres
    user = find_job_caller(job, PERMISSION)
    progress.report(0)
    with override(params["langue"]):
        version = find_version(UUID(params["version"]))
        if params["maj"]:
            require_current(version)
        result = evaluate_batch(version=version, filters=params["filtres"], is_update=params["maj"], user=user)
    progress.report(result.total, result.total)
    return serialize_row(result)
