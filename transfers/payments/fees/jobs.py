"""Apply the fees of a large cycle as a job."""

from typing import Any, Final

from django.utils.translation import get_language, override

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.errors.problems import not_found
from transfers.cycles.models import Cycle
from transfers.operators.fees.api import find_operator_with_schedule
from transfers.operators.models import Operator
from transfers.payments.fees.services import APPLY_PERMISSION, apply_cycle_fees

FEE_JOB: Final = "frais_cycle"
# The result shows the first payments only.
FIRST_PAGE: Final = {"page": 1, "limit": 100}


def build_fee_params(cycle: Cycle, operator: Operator) -> dict[str, Any]:
    """Return the parameters of a job. They hold no rights: those of the user are read when the job runs."""
    return {"cycle": str(cycle.id), "operateur": operator.code, "langue": get_language()}


def run_fee_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Apply the fees with the rights that the job's user has when it runs."""
    params = job.parametres
    user = find_job_caller(job, APPLY_PERMISSION)
    cycle = Cycle.objects.visible_to(user).filter(id=params["cycle"]).first()
    if cycle is None:
        raise not_found()
    progress.report(0)
    with override(params["langue"]):
        operator = find_operator_with_schedule(params["operateur"])
        batch = apply_cycle_fees(cycle=cycle, operator=operator, query=FIRST_PAGE, user=user)
        progress.report(batch.totals.nb_paiements, batch.totals.nb_paiements)
        return batch.build_response()
