"""Enrol as a job, for many households."""

from typing import Any, Final
from uuid import UUID

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.api.serializers import serialize_row
from config.errors.problems import not_found
from transfers.eligibility.selections.models import TargetingSelection
from transfers.enrolment.services import ENROL, enrol_into_programme, enrol_newcomers
from transfers.programmes.models import Programme

ENROLMENT_JOB: Final = "enrolement"


def build_enrolment_params(
    programme: Programme | None = None,
    ids: list[UUID] | None = None,
    limit: int | None = None,
    selection: TargetingSelection | None = None,
) -> dict[str, Any]:
    """Return the parameters of a job; without a programme it enrols all newcomers.

    They hold no rights: the rights of the job's user are read when it runs.
    """
    return {
        "programme": programme and str(programme.id),
        "ids": [str(household_id) for household_id in ids or []],
        "limite": limit,
        "selection": selection and str(selection.id),
        "langue": get_language(),
    }


def run_enrolment_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Enrol with the rights which the job's user has when it runs; the next households are also chosen then."""
    params = job.parametres
    user = find_job_caller(job, ENROL.permission)
    progress.report(0)
    if params["programme"] is None:
        return serialize_row(enrol_newcomers(user=user))
    programme = Programme.objects.visible_to(user).filter(id=params["programme"]).first()
    if programme is None:
        raise not_found(_("Ce programme est introuvable."))
    ids = [UUID(household_id) for household_id in params["ids"]]
    # Jobs that were started by the version before name no selection.
    selection = None
    if chosen := params.get("selection"):
        selection = TargetingSelection.objects.filter(id=chosen, programme=programme).first()
        if selection is None:
            raise not_found(_("Cette sélection est introuvable."))
    return serialize_row(
        enrol_into_programme(programme=programme, ids=ids, limit=params["limite"], selection=selection, user=user)
    )
