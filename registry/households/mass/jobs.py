"""Run large mass operations on households as jobs."""

from typing import Any, Final
from uuid import UUID

from django.utils.translation import get_language

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.api.serializers import serialize_row
from registry.households.mass.hooks import mass_operations
from registry.households.mass.services import run_mass_operation
from registry.households.mass.types import MassOperation

JOB: Final = "masse_menages"


def build_mass_job_params(operation: MassOperation, *, ids: list[UUID], **options: Any) -> dict[str, Any]:
    """Return the parameters of a job. They hold no rights: those of the user are read when the job runs."""
    return {
        "acte": operation.name,
        "ids": [str(household_id) for household_id in ids],
        "options": options,
        "langue": get_language(),
    }


def run_mass_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Run an operation as a job, with the rights that its user has now."""
    params = job.parametres
    operation = mass_operations[params["acte"]]
    user = find_job_caller(job, operation.permission)
    ids = [UUID(household_id) for household_id in params["ids"]]
    progress.report(0, len(ids))
    result = run_mass_operation(operation, ids=ids, user=user, **params["options"])
    progress.report(len(ids))
    return serialize_row(result)
