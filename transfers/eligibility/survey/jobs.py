"""Measure designs by a long survey as a job."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import get_language, override

from accounts.files.api import find_job_file
from accounts.files.models import StoredFile
from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from transfers.eligibility.survey.services import measure_errors
from transfers.eligibility.survey.types import SurveyErrors, SurveyQuestion

SURVEY_JOB: Final = "enquete_ciblage"
PERMISSION: Final = "registre.lire"


def build_survey_params(stored: StoredFile, sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of the job: the texts of the form, which are read again when it runs, and no rights."""
    texts = {name: value for name, value in sent.items() if isinstance(value, str)}
    return {"fichier": str(stored.id), "question": texts, "langue": get_language()}


def run_survey_job(
    job: Job,
    progress: Progress,
    *,
    parse: Callable[[dict[str, str]], SurveyQuestion],
    describe: Callable[[SurveyErrors], dict[str, Any]],
) -> dict[str, Any]:
    """Measure what was asked for, with the rights that the job's user has now."""
    find_job_caller(job, PERMISSION)
    with override(job.parametres["langue"]):
        question = parse(job.parametres["question"])
        return describe(measure_errors(find_job_file(job), question, report=progress.report))
