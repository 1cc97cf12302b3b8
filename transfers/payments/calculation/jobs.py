"""Calculate the list of a large cycle as a job."""

from typing import Any, Final

from django.utils.translation import get_language, override

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.errors.problems import not_found
from transfers.cycles.models import Cycle
from transfers.payments.calculation.services import CALCULATE, calculate_payments

CALCULATION_JOB: Final = "calcul_cycle"


def build_calculation_params(cycle: Cycle, operator: str | None) -> dict[str, Any]:
    """Return the parameters of a job. They hold no rights: those of the user are read when the job runs."""
    return {"cycle": str(cycle.id), "operateur": operator, "langue": get_language()}


def run_calculation_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Calculate with the rights that the job's user has when it runs."""
    params = job.parametres
    user = find_job_caller(job, CALCULATE)
    cycle = Cycle.objects.visible_to(user).filter(id=params["cycle"]).first()
    if cycle is None:
        raise not_found()
    progress.report(0)
    with override(params["langue"]):
        result = calculate_payments(cycle_id=cycle.id, operator=params["operateur"], user=user)
    progress.report(result.nb_paiements, result.nb_paiements)
    return result.build_response()
