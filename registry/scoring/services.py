"""Score households: one statement for any number of them."""

from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.audit.api import audit_operation
from config.caller import Caller
from config.errors.problems import Problem
from geo.scope.api import compile_subquery
from registry.households.api import (
    MassError,
    MassResult,
    build_mass_result,
    lock_household,
    lock_selected_households,
    lock_visible_households,
    open_bulk_load,
    tune_transaction,
)
from registry.households.models import Household
from registry.pmt.models import PmtMethod
from registry.projects.api import filter_open_projects, find_closed_projects, require_writable
from registry.scoring.queries import (
    SCORED_COLUMNS,
    SQL,
    build_missing_score_problem,
    compile_stored_method,
    describe_missing_score,
    require_method_in_force,
)
from registry.scoring.types import FailedScore, FullScoring, HouseholdScore, ScoringCounts

# The name of the audit operation and of the job.
RESCORING: Final = "recalculer_pmt"
# What a project must allow.
CAPABILITY: Final = "scorer"
MAX_ERRORS: Final = 1000


def _score_locked_households(rows: QuerySet[Household], method: PmtMethod) -> int:
    """Score these households, which the caller has locked, and return the number of rows written."""
    statement, params = _build_statement("update_scores", rows, method)
    # Positions do not change: no ids are reported to the bulk load, so nothing which depends on positions is
    # recomputed.
    with open_bulk_load(), connection.cursor() as cursor:
        cursor.execute(statement, params)
        count: int = cursor.rowcount
        return count


def _build_statement(name: str, rows: QuerySet[Household], method: PmtMethod) -> tuple[str, dict[str, Any]]:
    compiled = compile_stored_method(method)
    households, params = compile_subquery(rows, "menages", *SCORED_COLUMNS)
    statement = SQL[name].format(scored=compiled.build_score_sql(households), is_changed=SQL["is_changed"])
    return statement, params | compiled.params | {"methode": method.id}


@transaction.atomic
def score_household(*, household_id: UUID, user: Caller) -> HouseholdScore:
    """Score one visible household.

    Raises NOT_FOUND, READ_ONLY_PROJECT, FORBIDDEN, and INVALID_STATUS when no method is in force.
    """
    household = lock_household(household_id, user)
    require_writable(household.projet, CAPABILITY)
    before = household.score_pmt
    _score_locked_households(Household.objects.filter(id=household.id), require_method_in_force())
    household.refresh_from_db()
    has_score = household.score_pmt is not None
    return HouseholdScore(
        menage_id=household.id,
        code_menage=household.code_menage,
        old_score=before,
        new_score=household.score_pmt,
        categorie_pauvrete=household.categorie_pauvrete,
        eligible_programme=household.eligible_programme,
        methode_id=household.methode_pmt,
        motif=None if has_score else describe_missing_score(household.motif_pmt),
    )


@transaction.atomic
def score_households(*, ids: list[UUID], user: Caller) -> dict[UUID, Problem | None]:
    """Score the households of `ids` which `user` sees and whose project allows it.

    Return a verdict for each household found: None, or the problem.
    """
    locked_ids = [row.id for row in lock_visible_households(ids, user)]
    closed = find_closed_projects(CAPABILITY)
    rows = Household.objects.filter(id__in=locked_ids)
    _score_locked_households(rows.exclude(projet_id__in=list(closed)), require_method_in_force())
    found = rows.values_list("id", "projet_id", "score_pmt", "motif_pmt")
    return {
        household_id: closed.get(project_id) or (build_missing_score_problem(missing) if score is None else None)
        for household_id, project_id, score, missing in found
    }


@transaction.atomic
def score_batch(*, ids: list[UUID], user: Caller) -> MassResult:
    """Score a batch of households and return its counts and errors."""
    return build_mass_result(ids, score_households(ids=list(dict.fromkeys(ids)), user=user))


@transaction.atomic
def score_all_households(*, user: Caller) -> FullScoring:
    """Score every household which `user` sees.

    A household has failed when its project does not allow scoring, or when its score cannot be computed (it is null
    then).
    """
    tune_transaction()
    rows, method = Household.objects.visible_to(user), require_method_in_force()
    with audit_operation(RESCORING, filters={"regions": user.region_ids}) as operation:
        locked = lock_selected_households(
            *_build_statement("select_stale_households", filter_open_projects(rows, CAPABILITY), method)
        )
        changed = operation.count = _score_locked_households(filter_open_projects(locked, CAPABILITY), method)
    closed = find_closed_projects(CAPABILITY)
    households, params = compile_subquery(rows, "menages", "id", "projet_id", "score_pmt", "motif_pmt")
    params |= {"closed": list(closed), "most": MAX_ERRORS}
    counts = SQL.fetch_object(ScoringCounts, "count_outcome", params, households=households)
    failed = counts.traites > counts.reussis
    failures = SQL.fetch_objects(FailedScore, "list_failures", params, households=households) if failed else []
    return FullScoring(
        traites=counts.traites,
        reussis=counts.reussis,
        echoues=counts.traites - counts.reussis,
        erreurs=[MassError(str(row.id), str(_refuse_score(row, closed).message)) for row in failures],
        modifies=changed,
    )


def _refuse_score(row: FailedScore, closed: dict[UUID | None, Problem]) -> Problem:
    """Return why a household has no fresh score: its project before the missing variables."""
    if row.projet_id is not None and row.projet_id in closed:
        return closed[row.projet_id]
    return build_missing_score_problem(row.motif_pmt)
