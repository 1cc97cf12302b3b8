"""Enrolling households into programmes: named ones, the next ones, and those that have nobody yet.

One way leads into a programme: `enrol`, through the mass act that also serves the list of households. Whoever enrols
locks households in the order of their ids, then the programme.
"""

from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from accounts.jobs.models import Job
from accounts.jobs.progress import Progress
from accounts.jobs.rights import caller_of
from config.api.problems import not_found
from registry.households.mass import Verdicts, lock, perform
from registry.households.mass_acts import ENROL
from registry.households.services import take_numbers
from transfers.beneficiaries.services import REFUSALS, find_registered_alone, follow_principals
from transfers.enrolment.queries import SQL, choose_alone, next_ones, taking_programmes, with_beneficiaries
from transfers.programmes.criteria import condition
from transfers.programmes.models import Programme
from transfers.programmes.queries import people
from transfers.programmes.services import lock_all, open_programme

JOB: Final = "enrolement"


def enrol(*, ids: list[UUID], programme_id: UUID, user: Any) -> Verdicts:
    """Enrol households, locked and open to it, into a programme: their heads become its principals. Each gets a verdict.

    Three statements, four where a second person is asked for, whatever the number. The programme is locked after the households: whoever enrols locks so.
    Raises what `open_programme` raises.
    """
    programme = open_programme(programme_id)
    meets, params = condition(programme)
    params |= {"ids": ids, "programme": programme.id, "alone": list(find_registered_alone(ids, user))}
    refused: dict[UUID, str | None] = {row["id"]: row["refus"] for row in SQL.rows("look", params, eligible=meets)}
    wanted = [identity for identity in ids if refused[identity] is None]
    if wanted:
        count = len(wanted)
        last = take_numbers(programme.code, count)
        told = {"prefix": programme.code, "last": last, "count": count, "user": user.id, "ids": wanted}
        SQL.run("enrol", told | {"programme": programme.id})
        follow_principals(wanted, [programme.id])
    return {identity: REFUSALS[reason] if reason else None for identity, reason in refused.items()}


def _performed(programme: Programme, ids: list[UUID], user: Any) -> dict[str, Any]:
    return perform(ENROL, ids=ids, user=user, programme=str(programme.id))


@transaction.atomic
def enrol_into(*, programme: Programme, ids: list[UUID], limit: int | None, user: Any) -> dict[str, Any]:
    """Enrol these households, or without any the next ones up to `limit` (None: all), as far as `user` sees them.

    Answers {enrolled, skipped, totalBeneficiaires, erreurs [{id, message}]}. Raises what `open_programme` raises.
    """
    if not ids:
        choose_alone(programme.id)
        ids = next_ones(programme, user, limit)
    done = _performed(programme, ids, user)
    counted = people([programme.id], user).get(programme.id)
    return {
        "enrolled": done["reussis"],
        "skipped": done["echoues"],
        "totalBeneficiaires": counted.total if counted else 0,
        "erreurs": done["erreurs"],
    }


@transaction.atomic
def enrol_newcomers(*, user: Any) -> dict[str, Any]:
    """Enrol every household that `user` sees and that never had a beneficiary into the first active programme, in the
    order in which they began, that it meets. Answers {nbCreated, parProgramme [{id, code, nom, nbCreated}]}.

    All of them are locked before the programmes are: a household that waits for none holds up nobody. These are locked
    in the order of their ids, as who moves beneficiaries of several does, and not in that of enrolling.
    """
    programmes = taking_programmes()
    choose_alone(*(programme.id for programme in programmes))
    chosen: dict[UUID, list[UUID]] = {}
    seen: set[UUID] = set()
    for programme in programmes:
        chosen[programme.id] = [row for row in next_ones(programme, user, None, anew=True) if row not in seen]
        seen.update(chosen[programme.id])
    lock(list(seen), user)
    lock_all(identity for identity, ids in chosen.items() if ids)
    taken = with_beneficiaries(list(seen))
    made = []
    for programme in programmes:
        ids = [row for row in chosen[programme.id] if row not in taken]
        count = _performed(programme, ids, user)["reussis"] if ids else 0
        made.append({"id": programme.id, "code": programme.code, "nom": programme.nom, "nbCreated": count})
    return {"nbCreated": sum(row["nbCreated"] for row in made), "parProgramme": made}


def how_many_next(programme: Programme, limit: int | None, user: Any) -> int:
    """How many households an enrolment without names would take now."""
    return len(next_ones(programme, user, limit))


def how_many_newcomers(user: Any) -> int:
    """How many households an enrolment of newcomers would take now, at most."""
    found = (next_ones(programme, user, None, anew=True) for programme in taking_programmes())
    return len({row for rows in found for row in rows})


def job_params(programme: Programme | None = None, ids: list[UUID] | None = None, limit: int | None = None) -> Any:
    """The parameters of a job: no rights, those are read when it runs. Without a programme: all newcomers."""
    return {
        "programme": programme and str(programme.id),
        "ids": [str(identity) for identity in ids or []],
        "limite": limit,
        "langue": get_language(),
    }


def run_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Enrol as a job, with the rights that its user has now: who is next is asked when it runs."""
    params = job.parametres
    user = caller_of(job, ENROL.permission)
    progress.at(0)
    with override(params["langue"]):
        if params["programme"] is None:
            answer = enrol_newcomers(user=user)
            rows = answer["parProgramme"]
        else:
            programme = Programme.objects.visible_to(user).filter(id=params["programme"]).first()
            if programme is None:
                raise not_found(_("Ce programme est introuvable."))
            ids = [UUID(identity) for identity in params["ids"]]
            answer = enrol_into(programme=programme, ids=ids, limit=params["limite"], user=user)
            rows = answer["erreurs"]
    for row in rows:
        row["id"] = str(row["id"])
    return answer
