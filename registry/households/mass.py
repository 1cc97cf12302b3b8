"""One act on up to ten thousand households: what is shared by all of them.

An act is a function of ids that answers which of them it was done to and why not to the others; it is set-based. Small
ones are done while the caller waits, larger ones as a job with the same answer.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

from accounts.audit.services import operation
from accounts.jobs.models import Job
from accounts.jobs.progress import Progress
from accounts.jobs.rights import caller_of
from config.api.problems import Problem, not_found
from registry.households.models import Household

JOB: Final = "masse_menages"
# To each household that was found: None when the act was done, else why not.
Verdicts = dict[UUID, Problem | None]


@dataclass(frozen=True)
class Act:
    """One mass operation: what it asks of the caller, and `run(ids=[…] distinct, user=…, **options)`.

    `options` are JSON, because they may travel through a job.
    """

    name: str
    permission: str
    run: Callable[..., Verdicts]


_acts: dict[str, Act] = {}


def register_act(act: Act) -> None:
    """Declare an act to the job that does large ones (from a `hooks.py`)."""
    _acts[act.name] = act


def lock(ids: list[UUID], user: Any, *columns: str, deleting: bool = False) -> list[dict[str, Any]]:
    """The households of `ids` that `user` sees, locked in the order of their ids: two callers with crossing lists
    never wait for each other. For `deleting`, also who is about to refer to one of them waits. What is done to them
    next names them by `id = ANY(…)`: joins to a list of ids are planned for the few rows that stale statistics
    promise."""
    rows = Household.objects.visible_to(user).filter(id__in=ids).order_by("id")
    return list(rows.select_for_update(of=("self",), no_key=not deleting).values("id", *columns))


def outcome(sent: Iterable[UUID], verdicts: Verdicts) -> dict[str, Any]:
    """{traites, reussis, echoues, erreurs [{id, message}]}: each id that was sent counts once, in the order sent.

    A household that the act did not find is not there for the caller; an id that comes again is told and done once.
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
def perform(act: Act, *, ids: list[UUID], user: Any, **options: Any) -> dict[str, Any]:
    """Do an act to these households as far as `user` sees them and it is possible; answer its outcome."""
    with operation(f"masse_{act.name}", filters={"demandes": len(ids)}, rows=True) as done:
        answer = outcome(ids, act.run(ids=list(dict.fromkeys(ids)), user=user, **options))
        done.count = answer["reussis"]
    return answer


def job_params(act: Act, *, ids: list[UUID], **options: Any) -> dict[str, Any]:
    """The parameters of a job: no rights, those are read when it runs."""
    return {"acte": act.name, "ids": [str(identity) for identity in ids], "options": options, "langue": get_language()}


def run_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Do an act as a job, with the rights that its user has now."""
    params = job.parametres
    act = _acts[params["acte"]]
    user = caller_of(job, act.permission)
    ids = [UUID(identity) for identity in params["ids"]]
    progress.at(0, len(ids))
    with override(params["langue"]):
        answer = perform(act, ids=ids, user=user, **params["options"])
    progress.at(len(ids))
    return answer | {"erreurs": [{**error, "id": str(error["id"])} for error in answer["erreurs"]]}


def told(answer: dict[str, Any]) -> str:
    """What was done, in one sentence."""
    done = ngettext("%(n)d ménage traité", "%(n)d ménages traités", answer["reussis"]) % {"n": answer["reussis"]}
    if not answer["echoues"]:
        return f"{done}."
    failed = ngettext("%(n)d refusé", "%(n)d refusés", answer["echoues"]) % {"n": answer["echoues"]}
    return f"{done}, {failed}."
