"""Score households: one statement for any number of them."""

from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from accounts.audit.api import audit_operation
from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.errors.problems import Problem, not_found
from geo.scope.api import compile_subquery
from registry.households.api import (
    build_mass_result,
    count_by_tally,
    lock_selected_households,
    lock_visible_households,
    open_bulk_load,
    tune_transaction,
)
from registry.households.models import Household
from registry.pmt.models import PmtMethod
from registry.projects.api import filter_open_projects, find_closed_projects, require_writable
from registry.scoring.queries import (
    COLUMNS,
    SQL,
    build_missing_score_problem,
    compile_stored_method,
    describe_missing_score,
    require_method_in_force,
)

JOB: Final = "recalculer_pmt"
PERMISSION: Final = "registre.scorer"
CAPABILITY: Final = "scorer"
MAX_ERRORS: Final = 1000


def _score_locked_households(rows: QuerySet[Household], method: PmtMethod) -> int:
    """Score these households, which the caller has locked, and return the number of rows written."""
    statement, params = _build_statement("score", rows, method)
    # Positions do not change: no ids are reported to the bulk load, so nothing which depends on positions is
    # recomputed.
    with open_bulk_load(), connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.rowcount


def _build_statement(name: str, rows: QuerySet[Household], method: PmtMethod) -> tuple[str, dict[str, Any]]:
    made = compile_stored_method(method)
    households, params = compile_subquery(rows, "menages", *COLUMNS)
    text = SQL[name].format(scored=made.scored(households), differs=SQL["differs"])
    return text, params | made.params | {"methode": method.id}


@transaction.atomic
def score_household(*, household_id: UUID, user: Any) -> dict[str, Any]:
    """Score one visible household.

    Raises NOT_FOUND, READ_ONLY_PROJECT, FORBIDDEN, and INVALID_STATUS when no method is in force.
    """
    rows = Household.objects.visible_to(user).select_for_update(of=("self",), no_key=True)
    household = rows.filter(id=household_id).first()
    if household is None:
        raise not_found()
    require_writable(household.projet, CAPABILITY)
    before = household.score_pmt
    _score_locked_households(Household.objects.filter(id=household.id), require_method_in_force())
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
        "motif": None if known else describe_missing_score(household.motif_pmt),
    }


@transaction.atomic
def score_households(*, ids: list[UUID], user: Any) -> dict[UUID, Problem | None]:
    """Score the households of `ids` which `user` sees and whose project allows it.

    Return a verdict for each household found: None, or the problem.
    """
    seen = [row["id"] for row in lock_visible_households(ids, user)]
    closed = find_closed_projects(CAPABILITY)
    rows = Household.objects.filter(id__in=seen)
    _score_locked_households(rows.exclude(projet_id__in=list(closed)), require_method_in_force())
    found = rows.values_list("id", "projet_id", "score_pmt", "motif_pmt")
    return {
        identity: closed.get(project) or (build_missing_score_problem(missing) if score is None else None)
        for identity, project, score, missing in found
    }


@transaction.atomic
def score_batch(*, ids: list[UUID], user: Any) -> dict[str, Any]:
    """Score a batch of households and return its `build_mass_result`."""
    return build_mass_result(ids, score_households(ids=list(dict.fromkeys(ids)), user=user))


@transaction.atomic
def score_all_households(*, user: Any) -> dict[str, Any]:
    """Score every household which `user` sees: {traites, reussis, echoues, erreurs, modifies}.

    A household has failed when its project does not allow scoring, or when its score cannot be computed (it is null
    then). `modifies` counts the rows which changed; `erreurs` lists the first failures.
    """
    tune_transaction()
    rows, method = Household.objects.visible_to(user), require_method_in_force()
    with audit_operation(JOB, filters={"regions": user.region_ids}) as done:
        held = lock_selected_households(*_build_statement("stale", filter_open_projects(rows, CAPABILITY), method))
        changed = done.count = _score_locked_households(filter_open_projects(held, CAPABILITY), method)
    closed = find_closed_projects(CAPABILITY)
    households, params = compile_subquery(rows, "menages", "id", "projet_id", "score_pmt", "motif_pmt")
    params |= {"closed": list(closed), "most": MAX_ERRORS}
    counts = SQL.rows("outcome", params, households=households)[0]
    failed = counts["traites"] > counts["reussis"]
    failures = SQL.rows("failures", params, households=households) if failed else []
    return counts | {
        "echoues": counts["traites"] - counts["reussis"],
        "erreurs": [
            {
                "id": row["id"],
                "message": str((closed.get(row["projet_id"]) or build_missing_score_problem(row["motif_pmt"])).message),
            }
            for row in failures
        ],
        "modifies": changed,
    }


def build_job_params(ids: list[UUID] | None = None) -> dict[str, Any]:
    """Return the parameters of a job for a batch (`ids`) or for all households.

    They hold no rights: the rights of the job's user are read when it runs.
    """
    return {"langue": get_language(), "ids": None if ids is None else [str(identity) for identity in ids]}


def run_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Score a batch or all households as a job, with the rights which its user has when it runs."""
    user = find_job_caller(job, PERMISSION)
    ids = job.parametres.get("ids")
    total = (count_by_tally({}, user) or 0) if ids is None else len(ids)
    progress.report(0, total)
    with override(job.parametres["langue"]):
        answer = (
            score_all_households(user=user) if ids is None else score_batch(ids=[UUID(one) for one in ids], user=user)
        )
    progress.report(total)
    return answer | {"erreurs": [{**error, "id": str(error["id"])} for error in answer["erreurs"]]}


def describe_batch(answer: dict[str, Any]) -> str:
    """Describe the result of scoring a batch, in one sentence."""
    return _("%(done)d scores recalculés, %(failed)d échecs.") % {
        "done": answer["reussis"], "failed": answer["echoues"],
    }  # fmt: skip


def describe_full_run(answer: dict[str, Any]) -> str:
    """Describe the result of scoring all households, in one sentence."""
    return _("%(done)d ménages ont un score, %(failed)d n'en ont pas ; %(changed)d ont changé.") % {
        "done": answer["reussis"], "failed": answer["echoues"], "changed": answer["modifies"],
    }  # fmt: skip
