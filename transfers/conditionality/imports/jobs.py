"""Read a long file of attendance as a job."""

from typing import Any, Final

from django.utils.translation import get_language, override

from accounts.files.api import find_job_file
from accounts.files.models import StoredFile
from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.api.serializers import serialize_row
from config.errors.problems import not_found
from transfers.conditionality.imports.services import ParseLine, import_attendance
from transfers.conditionality.models import Conditionality
from transfers.cycles.models import Cycle

ATTENDANCE_JOB: Final = "import_conditionnalites"
PERMISSION: Final = "transferts.modifier"


def build_attendance_params(conditionality: Conditionality, cycle: Cycle | None, stored: StoredFile) -> dict[str, Any]:
    """Return the parameters of the job: no content of the file, and no rights, which are read when it runs."""
    return {
        "conditionnalite": str(conditionality.id),
        "cycle": str(cycle.id) if cycle else None,
        "fichier": str(stored.id),
        "langue": get_language(),
    }


def run_attendance_job(job: Job, progress: Progress, *, parse: ParseLine) -> dict[str, Any]:
    """Store the checks of the file with the rights that the job's user has now. Raises NOT_FOUND."""
    params = job.parametres
    user = find_job_caller(job, PERMISSION)
    conditionality = Conditionality.objects.visible_to(user).filter(id=params["conditionnalite"]).first()
    cycle = Cycle.objects.visible_to(user).filter(id=params["cycle"]).first() if params["cycle"] else None
    if conditionality is None or (params["cycle"] and cycle is None):
        raise not_found()
    with override(params["langue"]):
        summary = import_attendance(
            find_job_file(job),
            conditionality=conditionality,
            cycle=cycle,
            parse=parse,
            user=user,
            report=progress.report,
        )
        return serialize_row(summary)
