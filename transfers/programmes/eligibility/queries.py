"""Build the SQL of the households eligible for a programme, and count them."""

from typing import Any

from django.db import connection

from config.caller import Caller
from geo.scope.api import compile_visible_subquery
from registry.households.models import Household
from registry.projects.api import find_closed_projects
from transfers.programmes.eligibility.rules import (
    ENROLLABLE,
    HOUSEHOLD_CRITERIA,
    NO_CRITERION,
    POVERTY_CRITERIA,
    VULNERABILITY_CRITERIA,
)
from transfers.programmes.models import Programme

# The columns of a household which the criteria read.
HOUSEHOLD_COLUMNS = (
    "id",
    "statut",
    "projet_id",
    "region_id",
    "milieu",
    "taille_menage",
    "score_pmt",
    "categorie_pauvrete",
    "eligible_programme",
    "nb_handicapes",
    "nb_personnes_65_plus",
)


def _select_criteria(programme: Programme, criteria: dict[str, str]) -> dict[str, str]:
    """Return the SQL of those criteria which the programme sets, by column."""
    return {
        column: condition.format(f"%(critere_{column})s")
        for column, condition in criteria.items()
        if getattr(programme, column) not in NO_CRITERION
    }


def build_criteria_sql(programme: Programme) -> tuple[str, dict[str, Any]]:
    """Return the condition that a household (`menage`, its head `chef`) meets the programme, and its parameters.

    Every criterion which is set must be met; of a list (categories, regions, vulnerabilities) one entry is enough. A
    programme without score limits and categories requires `eligible_programme` of the registry.
    """
    poverty = _select_criteria(programme, POVERTY_CRITERIA)
    household = _select_criteria(programme, HOUSEHOLD_CRITERIA)
    params = {f"critere_{column}": getattr(programme, column) for column in poverty | household}
    conditions = [*(poverty.values() or ["menage.eligible_programme"]), *household.values()]
    if regions := list(programme.regions_eligibles.order_by().values_list("region_id", flat=True)):
        conditions.append("menage.region_id = ANY(%(critere_regions)s)")
        params["critere_regions"] = regions
    if programme.criteres_vulnerabilite:
        conditions.append(" OR ".join(f"({VULNERABILITY_CRITERIA[code]})" for code in programme.criteres_vulnerabilite))
    return " AND ".join(f"({condition})" for condition in conditions), params


def build_eligible_households_sql(programme: Programme, user: Caller) -> tuple[str, dict[str, Any]]:
    """Return a SELECT of the eligible households of a programme (id, score_pmt), and its parameters.

    These are the households which `user` sees, which are ready and meet the programme, and whose project allows
    enrolment. Households which are already enrolled are included.
    """
    households, params = compile_visible_subquery(Household, user, "menages", *HOUSEHOLD_COLUMNS)
    criteria, values = build_criteria_sql(programme)
    statement = (
        f"SELECT menage.id, menage.score_pmt FROM ({households}) AS menage"
        " JOIN registry_chef_menage AS chef ON chef.menage_id = menage.id"
        f" WHERE {ENROLLABLE} AND {criteria}"
        " AND (menage.projet_id IS NULL OR menage.projet_id <> ALL(%(critere_fermes)s))"
    )
    return statement, params | values | {"critere_fermes": list(find_closed_projects("enroler"))}


def count_eligible_households(programme: Programme, user: Caller) -> int:
    """Count the eligible households which `user` sees, including those already enrolled."""
    eligible, params = build_eligible_households_sql(programme, user)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM ({eligible}) AS menage", params)
        count: int = cursor.fetchone()[0]
        return count
