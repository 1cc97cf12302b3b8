"""Score households: one statement for any number of them."""

from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from accounts.audit.services import operation
from accounts.jobs.models import Job
from accounts.jobs.progress import Progress
from accounts.jobs.rights import caller_of
from config.api.problems import Problem, not_found
from geo.scope.sets import subquery
from registry.households.bulk import bulk_load, hold, tune
from registry.households.mass import lock, outcome
from registry.households.models import Household
from registry.households.queries import tallied_total
from registry.pmt.models import PmtMethod
from registry.projects.services import closed_projects, in_open_projects, require_writable
from registry.scoring.queries import COLUMNS, SQL, compiled, method_for_scoring, no_score, why_not

JOB: Final = "recalculer_pmt"
PERMISSION: Final = "registre.scorer"
CAPABILITY: Final = "scorer"
MAX_ERRORS: Final = 1000


def _score(rows: QuerySet[Household], method: PmtMethod) -> int:
    """Score these households, which the caller has locked, and return the number of rows written."""
    statement, params = _statement("score", rows, method)
    # Positions do not change: no ids are reported to the bulk load, so nothing which depends on positions is
    # recomputed.
    with bulk_load(), connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.rowcount


def _statement(name: str, rows: QuerySet[Household], method: PmtMethod) -> tuple[str, dict[str, Any]]:
    made = compiled(method)
    households, params = subquery(rows, "menages", *COLUMNS)
    text = SQL[name].format(scored=made.scored(households), differs=SQL["differs"])
    return text, params | made.params | {"methode": method.id}


@transaction.atomic
def score_one(*, household_id: UUID, user: Any) -> dict[str, Any]:
    """Score one visible household.

    Raises NOT_FOUND, READ_ONLY_PROJECT, FORBIDDEN, and INVALID_STATUS when no method is in force.
    """
    rows = Household.objects.visible_to(user).select_for_update(of=("self",), no_key=True)
    household = rows.filter(id=household_id).first()
    if household is None:
        raise not_found()
    require_writable(household.projet, CAPABILITY)
    before = household.score_pmt
    _score(Household.objects.filter(id=household.id), method_for_scoring())
    household.refresh_from_db()
    known = household.score_pmt is not None
    return {
        "menageId": household.id,
        "codeMenage": household.code_menage,
        "oldScore": before,
        "newScore": household.score_pmt,
        "categoriePauvrete": household.categorie_pauvrete,
        "eligibleProgramme": household.eligible_programme,
        "methodeId": household.methode_pmt,
        "motif": None if known else why_not(household.motif_pmt),
    }


@transaction.atomic
def score_these(*, ids: list[UUID], user: Any) -> dict[UUID, Problem | None]:
    """Score the households of `ids` which `user` sees and whose project allows it.

    Return a verdict for each household found: None, or the problem.
    """
    seen = [row["id"] for row in lock(ids, user)]
    closed = closed_projects(CAPABILITY)
    rows = Household.objects.filter(id__in=seen)
    _score(rows.exclude(projet_id__in=list(closed)), method_for_scoring())
    found = rows.values_list("id", "projet_id", "score_pmt", "motif_pmt")
    return {
        identity: closed.get(project) or (no_score(missing) if score is None else None)
        for identity, project, score, missing in found
    }


@transaction.atomic
def score_many(*, ids: list[UUID], user: Any) -> dict[str, Any]:
    """Score a batch of households and return its `outcome`."""
    return outcome(ids, score_these(ids=list(dict.fromkeys(ids)), user=user))


@transaction.atomic
def score_all(*, user: Any) -> dict[str, Any]:
    """Score every household which `user` sees: {traites, reussis, echoues, erreurs, modifies}.

    A household has failed when its project does not allow scoring, or when its score cannot be computed (it is null
    then). `modifies` counts the rows which changed; `erreurs` lists the first failures.
    """
    tune()
    rows, method = Household.objects.visible_to(user), method_for_scoring()
    with operation(JOB, filters={"regions": user.region_ids}) as done:
        held = hold(*_statement("stale", in_open_projects(rows, CAPABILITY), method))
        changed = done.count = _score(in_open_projects(held, CAPABILITY), method)
    closed = closed_projects(CAPABILITY)
    households, params = subquery(rows, "menages", "id", "projet_id", "score_pmt", "motif_pmt")
    params |= {"closed": list(closed), "most": MAX_ERRORS}
    counts = SQL.rows("outcome", params, households=households)[0]
    failed = counts["traites"] > counts["reussis"]
    failures = SQL.rows("failures", params, households=households) if failed else []
    return counts | {
        "echoues": counts["traites"] - counts["reussis"],
        "erreurs": [
            {"id": row["id"], "message": str((closed.get(row["projet_id"]) or no_score(row["motif_pmt"])).message)}
            for row in failures
        ],
        "modifies": changed,
    }


def job_params(ids: list[UUID] | None = None) -> dict[str, Any]:
    """Return the parameters of a job for a batch (`ids`) or for all households.

    They hold no rights: the rights of the job's user are read when it runs.
    """
    return {"langue": get_language(), "ids": None if ids is None else [str(identity) for identity in ids]}


def run_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Score a batch or all households as a job, with the rights which its user has when it runs."""
    user = caller_of(job, PERMISSION)
    ids = job.parametres.get("ids")
    total = (tallied_total({}, user) or 0) if ids is None else len(ids)
    progress.at(0, total)
    with override(job.parametres["langue"]):
        answer = score_all(user=user) if ids is None else score_many(ids=[UUID(one) for one in ids], user=user)
    progress.at(total)
    return answer | {"erreurs": [{**error, "id": str(error["id"])} for error in answer["erreurs"]]}


def told_many(answer: dict[str, Any]) -> str:
    """Describe the result of scoring a batch, in one sentence."""
    return _("%(done)d scores recalculés, %(failed)d échecs.") % {
        "done": answer["reussis"], "failed": answer["echoues"],
    }  # fmt: skip


def told(answer: dict[str, Any]) -> str:
    """Describe the result of scoring all households, in one sentence."""
    return _("%(done)d ménages ont un score, %(failed)d n'en ont pas ; %(changed)d ont changé.") % {
        "done": answer["reussis"], "failed": answer["echoues"], "changed": answer["modifies"],
    }  # fmt: skip
