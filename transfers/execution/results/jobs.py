"""Read a long result file as a job."""

from typing import Any, Final

from django.utils.translation import get_language

from accounts.files.api import find_job_file
from accounts.files.models import StoredFile
from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.api.serializers import serialize_row
from config.caller import require_reach
from config.errors.problems import not_found
from transfers.cycles.api import list_paid_regions
from transfers.cycles.models import Cycle
from transfers.execution.results.services import read_results

RESULTS_JOB: Final = "resultats_paiement"
PERMISSION: Final = "transferts.executer"


def build_job_params(cycle: Cycle, stored: StoredFile) -> dict[str, Any]:
    """Return the parameters of the job: no content of the file, and no rights, which are read when it runs."""
    return {"cycle": str(cycle.id), "fichier": str(stored.id), "langue": get_language()}


def run_results_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Read the file with the rights that the job's user has now. Raises NOT_FOUND, FORBIDDEN."""
    user = find_job_caller(job, PERMISSION)
    cycle = Cycle.objects.visible_to(user).filter(id=job.parametres["cycle"]).first()
    if cycle is None:
        raise not_found()
    require_reach(user, list_paid_regions(cycle))
    return serialize_row(read_results(find_job_file(job), cycle=cycle, user=user, report=progress.report))
