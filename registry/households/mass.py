"""Run mass operations on up to ten thousand households.

A mass operation ("act") is a set-based function that takes ids and returns a verdict for each household that it found.
Small ones run within the request, larger ones as a job with the same result.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

from accounts.audit.api import audit_operation
from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.errors.problems import Problem, not_found
from registry.households.models import Household

JOB: Final = "masse_menages"
# Maps the id of each household that was found to None (done) or to the reason of its refusal.
Verdicts = dict[UUID, Problem | None]


@dataclass(frozen=True)
class MassOperation:
    """Hold a mass operation: its name, required permission and function `run(ids=[…], user=…, **options)`.

    The ids that `run` gets are distinct; `options` are JSON values, because they may be stored with a job.
    """

    name: str
    permission: str
    run: Callable[..., Verdicts]


_acts: dict[str, MassOperation] = {}


def register_mass_operation(act: MassOperation) -> None:
    """Register an act with the job that runs large ones (from a `hooks.py`)."""
    _acts[act.name] = act


def lock_visible_households(ids: list[UUID], user: Any, *columns: str, deleting: bool = False) -> list[dict[str, Any]]:
    """Lock the households of `ids` that `user` can see; return their `id` and `columns` as dictionaries.

    Rows are locked in the order of their ids, so that two requests with overlapping lists cannot deadlock. With
    `deleting` (FOR UPDATE), transactions that are about to insert a reference to one of them wait, too.

    In the next statements name the households by `id = ANY(…)`: joins to a list of ids are planned for too few rows
    when statistics are stale.
    """
    rows = Household.objects.visible_to(user).filter(id__in=ids).order_by("id")
    return list(rows.select_for_update(of=("self",), no_key=not deleting).values("id", *columns))


def build_mass_result(sent: Iterable[UUID], verdicts: Verdicts) -> dict[str, Any]:
    """Build the result {traites, reussis, echoues, erreurs [{id, message}]}; errors are in the order of `sent`.

    Every id that was sent counts. One without a verdict is reported as not found; a repeated one is processed once, and
    each repetition is an error.
    """
    errors: list[dict[str, Any]] = []
    seen: set[UUID] = set()
    total = 0
    missing = str(not_found().message)
    for identity in sent:
        total += 1
        if identity in seen:
            errors.append({"id": identity, "message": _("Cet identifiant est répété : il a été traité une fois.")})
        elif identity not in verdicts:
            errors.append({"id": identity, "message": missing})
        elif (problem := verdicts[identity]) is not None:
            errors.append({"id": identity, "message": str(problem.message)})
        seen.add(identity)
    return {"traites": total, "reussis": total - len(errors), "echoues": len(errors), "erreurs": errors}


@transaction.atomic
def run_mass_operation(act: MassOperation, *, ids: list[UUID], user: Any, **options: Any) -> dict[str, Any]:
    """Run an act on the households that `user` can see, in one audit operation; return its result (see `build_mass_result`)."""
    with audit_operation(f"masse_{act.name}", filters={"demandes": len(ids)}, rows=True) as done:
        answer = build_mass_result(ids, act.run(ids=list(dict.fromkeys(ids)), user=user, **options))
        done.count = answer["reussis"]
    return answer


def build_job_params(act: MassOperation, *, ids: list[UUID], **options: Any) -> dict[str, Any]:
    """Return the parameters of a job. They hold no rights: those of the user are read when the job runs."""
    return {"acte": act.name, "ids": [str(identity) for identity in ids], "options": options, "langue": get_language()}


def run_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Run an act as a job, with the rights that its user has now, in the language of the request."""
    params = job.parametres
    act = _acts[params["acte"]]
    user = find_job_caller(job, act.permission)
    ids = [UUID(identity) for identity in params["ids"]]
    progress.report(0, len(ids))
    with override(params["langue"]):
        answer = run_mass_operation(act, ids=ids, user=user, **params["options"])
    progress.report(len(ids))
    return answer | {"erreurs": [{**error, "id": str(error["id"])} for error in answer["erreurs"]]}


def describe_mass_result(answer: dict[str, Any]) -> str:
    """Describe the result of a mass operation in one translated sentence."""
    done = ngettext("%(n)d ménage traité", "%(n)d ménages traités", answer["reussis"]) % {"n": answer["reussis"]}
    if not answer["echoues"]:
        return f"{done}."
    failed = ngettext("%(n)d refusé", "%(n)d refusés", answer["echoues"]) % {"n": answer["echoues"]}
    return f"{done}, {failed}."
