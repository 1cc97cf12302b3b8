"""Enrol households into programmes: by their ids, the next ones, or those which never had a beneficiary.

Every enrolment goes through `enrol_households`, by the mass act which also serves the list of households. An enrolment locks
households in the order of their ids, then the programme.
"""

from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.errors.problems import not_found
from registry.households.api import ENROL, Verdicts, lock_visible_households, reserve_numbers, run_mass_operation
from transfers.beneficiaries.api import REFUSALS, find_unconfirmed_households, follow_principals
from transfers.enrolment.queries import (
    SQL,
    find_households_with_beneficiaries,
    list_enrolling_programmes,
    list_next_households,
    lock_household_choice,
)
from transfers.programmes.api import build_criteria_sql, count_principals, lock_enrolling_programme, lock_programmes
from transfers.programmes.models import Programme

JOB: Final = "enrolement"


def enrol_households(*, ids: list[UUID], programme_id: UUID, user: Any) -> Verdicts:
    """Enrol households into a programme: their heads become its principals. Return a verdict for each.

    The households are locked and their projects allow enrolment. Three statements, or four where a second person is
    required, whatever their number. The programme is locked after the households, as by every enrolment. Raises the
    errors of `lock_enrolling_programme`.
    """
    programme = lock_enrolling_programme(programme_id)
    meets, params = build_criteria_sql(programme)
    params |= {"ids": ids, "programme": programme.id, "alone": list(find_unconfirmed_households(ids, user))}
    refused: dict[UUID, str | None] = {row["id"]: row["refus"] for row in SQL.rows("look", params, eligible=meets)}
    wanted = [identity for identity in ids if refused[identity] is None]
    if wanted:
        count = len(wanted)
        last = reserve_numbers(programme.code, count)
        told = {"prefix": programme.code, "last": last, "count": count, "user": user.id, "ids": wanted}
        SQL.run("enrol", told | {"programme": programme.id})
        follow_principals(wanted, [programme.id])
    return {identity: REFUSALS[reason] if reason else None for identity, reason in refused.items()}


def _perform_enrolment(programme: Programme, ids: list[UUID], user: Any) -> dict[str, Any]:
    return run_mass_operation(ENROL, ids=ids, user=user, programme=str(programme.id))


@transaction.atomic
def enrol_into_programme(*, programme: Programme, ids: list[UUID], limit: int | None, user: Any) -> dict[str, Any]:
    """Enrol these households, or without ids the next ones up to `limit` (None: all), in the scope of `user`.

    Return {enrolled, skipped, totalBeneficiaires, erreurs [{id, message}]}. Raises the errors of `lock_enrolling_programme`.
    """
    if not ids:
        lock_household_choice(programme.id)
        ids = list_next_households(programme, user, limit)
    done = _perform_enrolment(programme, ids, user)
    counted = count_principals([programme.id], user).get(programme.id)
    return {
        "enrolled": done["reussis"],
        "skipped": done["echoues"],
        "totalBeneficiaires": counted.total if counted else 0,
        "erreurs": done["erreurs"],
    }


@transaction.atomic
def enrol_newcomers(*, user: Any) -> dict[str, Any]:
    """Enrol all visible households which never had a beneficiary, each in the first programme which it meets.

    The active programmes are tried in the order of their start. Return {nbCreated, parProgramme [{id, code, nom,
    nbCreated}]}.

    All households are locked before the programmes, so that waiting for a household blocks no programme. The programmes
    are locked in the order of their ids, as by moves of beneficiaries of several programmes, and not in the order of
    enrolment.
    """
    programmes = list_enrolling_programmes()
    lock_household_choice(*(programme.id for programme in programmes))
    chosen: dict[UUID, list[UUID]] = {}
    seen: set[UUID] = set()
    for programme in programmes:
        chosen[programme.id] = [
            row for row in list_next_households(programme, user, None, anew=True) if row not in seen
        ]
        seen.update(chosen[programme.id])
    lock_visible_households(list(seen), user)
    lock_programmes(identity for identity, ids in chosen.items() if ids)
    taken = find_households_with_beneficiaries(list(seen))
    made = []
    for programme in programmes:
        ids = [row for row in chosen[programme.id] if row not in taken]
        count = _perform_enrolment(programme, ids, user)["reussis"] if ids else 0
        made.append({"id": programme.id, "code": programme.code, "nom": programme.nom, "nbCreated": count})
    return {"nbCreated": sum(row["nbCreated"] for row in made), "parProgramme": made}


def count_next_households(programme: Programme, limit: int | None, user: Any) -> int:
    """Count the households which an enrolment without ids would take now."""
    return len(list_next_households(programme, user, limit))


def count_newcomers(user: Any) -> int:
    """Count the households which an enrolment of newcomers would take now, at most."""
    found = (list_next_households(programme, user, None, anew=True) for programme in list_enrolling_programmes())
    return len({row for rows in found for row in rows})


def build_job_params(
    programme: Programme | None = None, ids: list[UUID] | None = None, limit: int | None = None
) -> Any:
    """Return the parameters of a job; without a programme it enrols all newcomers.

    They hold no rights: the rights of the job's user are read when it runs.
    """
    return {
        "programme": programme and str(programme.id),
        "ids": [str(identity) for identity in ids or []],
        "limite": limit,
        "langue": get_language(),
    }


def run_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Enrol as a job, with the rights which its user has when it runs; the next households are also chosen then."""
    params = job.parametres
    user = find_job_caller(job, ENROL.permission)
    progress.report(0)
    with override(params["langue"]):
        if params["programme"] is None:
            answer = enrol_newcomers(user=user)
            rows = answer["parProgramme"]
        else:
            programme = Programme.objects.visible_to(user).filter(id=params["programme"]).first()
            if programme is None:
                raise not_found(_("Ce programme est introuvable."))
            ids = [UUID(identity) for identity in params["ids"]]
            answer = enrol_into_programme(programme=programme, ids=ids, limit=params["limite"], user=user)
            rows = answer["erreurs"]
    for row in rows:
        row["id"] = str(row["id"])
    return answer
