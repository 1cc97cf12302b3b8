"""Analyse the quality of the households visible to a user."""

from typing import Final
from uuid import UUID

from django.db import connection, transaction
from django.utils.translation import gettext as _

from accounts.audit.api import audit_operation
from config.caller import Caller, Scope
from config.locks import Lock, lock_name
from geo.layers.api import find_layer_version
from geo.scope.api import compile_subquery
from registry.households.api import (
    HOUSEHOLD_LAYER,
    lock_selected_households,
    lock_writable_household,
    open_bulk_load,
    tune_transaction,
)
from registry.households.models import Household
from registry.projects.api import filter_open_projects
from registry.quality.api import (
    QUALITY_COLUMNS,
    assess_households,
    assess_quality,
    build_stale_households_sql,
)
from registry.quality_dashboard.models import COUNT_FIELDS, GROUP_FIELDS, QualityTally
from registry.quality_dashboard.queries import FAULTY, SQL, compose_counts_sql
from registry.quality_dashboard.types import AnalysedHouseholds, QualityAnalysis

PERMISSION: Final = "registre.valider"
# Also the name of the audit operation.
QUALITY_ANALYSIS_JOB: Final = "analyser_qualite"


@transaction.atomic
def analyse_household(*, household_id: UUID, user: Caller) -> Household:
    """Analyse one visible household and return it. Lock its row.

    Raises NOT_FOUND and READ_ONLY_PROJECT.
    """
    household = lock_writable_household(household_id, user)
    assess_households([household.id])
    household.refresh_from_db()
    return household


@transaction.atomic
def analyse_visible_households(*, user: Scope) -> QualityAnalysis:
    """Analyse all households visible to `user` and return the counts and the mean quality.

    Households of projects that accept no change are left as they are.
    """
    tune_transaction()
    rows = Household.objects.visible_to(user)
    households, params = compile_subquery(filter_open_projects(rows), "menages", *QUALITY_COLUMNS)
    # No position changes, so what depends on positions need not run.
    with audit_operation(QUALITY_ANALYSIS_JOB, filters={"regions": user.region_ids}) as done:
        with open_bulk_load():
            locked = filter_open_projects(lock_selected_households(build_stale_households_sql(households), params))
            changed = assess_quality(*compile_subquery(locked, "menages", *QUALITY_COLUMNS))
        visible, params = compile_subquery(rows, "menages", "score_qualite")
        counts = SQL.fetch_object(AnalysedHouseholds, "summarise_analysis", params, menages=visible)
        # The history says what was gone over, as of other operations; how many of them changed is its result.
        done.count, done.result["modifies"] = counts.traites, changed
    return QualityAnalysis(
        traites=counts.traites,
        reussis=counts.reussis,
        echoues=counts.traites - counts.reussis,
        modifies=changed,
        qualite_moyenne=None if counts.moyenne is None else float(counts.moyenne),
    )


@transaction.atomic
def refresh_quality_tallies() -> bool:
    """Recompute the stored tallies of the dashboard over all households (decision 0020).

    Return False without recomputing when no household has changed since, unless an earlier version counted less. Take an advisory lock, so that one writer
    runs at a time.
    """
    lock_name(Lock.QUALITY_TALLIES)
    with connection.cursor() as cursor:
        # Read before the households: what changes in between is counted again by the next run.
        version = find_layer_version(HOUSEHOLD_LAYER)
        if QualityTally.objects.filter(version=version, regles__has_key=FAULTY).exists():
            return False
        counts, params = compose_counts_sql(Household.objects.all())
        columns = ", ".join((*GROUP_FIELDS, *COUNT_FIELDS, "somme_qualite", "regles"))
        cursor.execute(SQL["delete_quality_tallies"])
        cursor.execute(
            SQL["insert_quality_tallies"].format(source=counts, columns=columns), params | {"version": version}
        )
    return True


def describe_analysis(result: QualityAnalysis) -> str:
    """Describe the result of an analysis of all households in one sentence."""
    return _("%(done)d ménages analysés ; %(changed)d ont changé.") % {
        "done": result.traites,
        "changed": result.modifies,
    }
