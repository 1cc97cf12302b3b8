"""Analyse the quality of the households visible to a user."""

from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from accounts.audit.api import audit_operation
from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.locks import Lock, lock_name
from geo.layers.api import find_layer_version
from geo.scope.api import compile_subquery
from registry.control.models import COUNTS, KEYS, QualityTally
from registry.control.queries import SQL, compose_counts_sql
from registry.households.api import (
    HOUSEHOLD_LAYER,
    count_households_by_tally,
    lock_selected_households,
    lock_writable_household,
    open_bulk_load,
    tune_transaction,
)
from registry.households.models import Household
from registry.projects.api import filter_open_projects
from registry.quality.api import (
    COLUMNS,
    assess_households,
    assess_quality,
    build_stale_households_sql,
)

JOB: Final = "analyser_qualite"
PERMISSION: Final = "registre.valider"


@transaction.atomic
def analyse_household(*, household_id: UUID, user: Any) -> Household:
    """Analyse one visible household and return it. Lock its row.

    Raises NOT_FOUND and READ_ONLY_PROJECT.
    """
    household = lock_writable_household(household_id, user)
    assess_households([household.id])
    household.refresh_from_db()
    return household


@transaction.atomic
def analyse_visible_households(*, user: Any) -> dict[str, Any]:
    """Analyse all households visible to `user` and return the counts and the mean quality.

    Households of projects that accept no change are left as they are. `echoues` counts those that have never been
    analysed.
    """
    tune_transaction()
    rows = Household.objects.visible_to(user)
    households, params = compile_subquery(filter_open_projects(rows), "menages", *COLUMNS)
    # No position changes, so what depends on positions need not run.
    with audit_operation(JOB, filters={"regions": user.region_ids}) as done, open_bulk_load():
        held = filter_open_projects(lock_selected_households(build_stale_households_sql(households), params))
        changed = done.count = assess_quality(*compile_subquery(held, "menages", *COLUMNS))
    everybody, params = compile_subquery(rows, "menages", "score_qualite")
    counts = SQL.rows("outcome", params, menages=everybody)[0]
    return {
        "traites": counts["traites"],
        "reussis": counts["reussis"],
        "echoues": counts["traites"] - counts["reussis"],
        "modifies": changed,
        "qualiteMoyenne": None if counts["moyenne"] is None else float(counts["moyenne"]),
    }


@transaction.atomic
def refresh_quality_tallies() -> bool:
    """Recompute the stored tallies of the dashboard over all households (decision 0020).

    Return False without recomputing when no household has changed since. Takes an advisory lock, so that one writer
    runs at a time.
    """
    lock_name(Lock.QUALITY_TALLIES)
    with connection.cursor() as cursor:
        # Read before the households: what changes in between is counted again by the next run.
        now = find_layer_version(HOUSEHOLD_LAYER)
        if QualityTally.objects.filter(version=now).exists():
            return False
        counts, params = compose_counts_sql(Household.objects.all())
        columns = ", ".join((*KEYS, *COUNTS, "somme_qualite", "regles"))
        cursor.execute(SQL["forget"])
        cursor.execute(SQL["fill"].format(grain=counts, columns=columns), params | {"version": now})
    return True


def build_job_params() -> dict[str, Any]:
    """Return the parameters of the job. They hold no permissions: those are read when the job runs."""
    return {"langue": get_language()}


def run_analysis_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Run the analysis of all households as a job, with the current permissions of its user."""
    user = find_job_caller(job, PERMISSION)
    total = count_households_by_tally({}, user) or 0
    progress.report(0, total)
    with override(job.parametres["langue"]):
        answer = analyse_visible_households(user=user)
    refresh_quality_tallies()
    progress.report(total)
    return answer


def describe_analysis(answer: dict[str, Any]) -> str:
    """Describe the result of an analysis of all households in one sentence."""
    return _("%(done)d ménages analysés ; %(changed)d ont changé.") % {
        "done": answer["traites"], "changed": answer["modifies"],
    }  # fmt: skip
