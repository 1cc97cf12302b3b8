"""Build the SQL of the households eligible for a programme, and count them."""

from typing import Any

from django.db import connection

from config.caller import Caller
from geo.scope.api import compile_visible_subquery
from registry.households.models import Household, Statut
from registry.projects.api import find_closed_projects
from transfers.programmes.eligibility.rules import (
    CRITERION_LABELS,
    CRITERION_VALUES,
    ENROLLABLE,
    HAS_HEAD,
    HOUSEHOLD_CRITERIA,
    IS_VALIDATED,
    NO_CRITERION,
    POVERTY_CRITERIA,
    VULNERABILITY_CRITERIA,
)
from transfers.programmes.eligibility.types import Criteria, Criterion
from transfers.programmes.hooks import further_criteria
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


def _list_column_criteria(programme: Programme, conditions: dict[str, str]) -> list[Criterion]:
    """Return those of the criteria on columns which the programme sets."""
    return [
        Criterion(
            label=str(CRITERION_LABELS[column]),
            condition=condition.format(f"%(critere_{column})s"),
            params={f"critere_{column}": getattr(programme, column)},
            value=CRITERION_VALUES[column],
            expected=getattr(programme, column),
        )
        for column, condition in conditions.items()
        if getattr(programme, column) not in NO_CRITERION
    ]


def _build_score_criterion() -> Criterion:
    name = "eligible_programme"
    return Criterion(str(CRITERION_LABELS[name]), CRITERION_VALUES[name], value=CRITERION_VALUES[name], expected=True)


def _list_place_criteria(programme: Programme) -> list[Criterion]:
    rows = programme.regions_eligibles.order_by("region__nom").values_list("region_id", "region__nom")
    if not rows:
        return []
    ids, names = zip(*rows, strict=True)
    return [
        Criterion(
            label=str(CRITERION_LABELS["regions"]),
            condition="menage.region_id = ANY(%(critere_regions)s)",
            params={"critere_regions": list(ids)},
            value=CRITERION_VALUES["regions"],
            expected=list(names),
        )
    ]


def _list_vulnerability_criteria(programme: Programme) -> list[Criterion]:
    codes = programme.criteres_vulnerabilite
    if not codes:
        return []
    met = (f"CASE WHEN {VULNERABILITY_CRITERIA[code]} THEN '{code}' END" for code in codes)
    return [
        Criterion(
            label=str(CRITERION_LABELS["vulnerabilite"]),
            condition=" OR ".join(f"({VULNERABILITY_CRITERIA[code]})" for code in codes),
            value=f"array_remove(ARRAY[{', '.join(met)}], NULL)",
            expected=codes,
        )
    ]


def list_ready_criteria() -> Criteria:
    """Return what every programme requires: the household is validated, and its head has a name."""
    return Criteria(
        (
            Criterion(
                str(CRITERION_LABELS["statut"]), IS_VALIDATED, value="menage.statut", expected=Statut.VALIDE.value
            ),
            Criterion(str(CRITERION_LABELS["chef"]), HAS_HEAD, value=f"coalesce({HAS_HEAD}, false)", expected=True),
        )
    )


def list_own_criteria(programme: Programme) -> Criteria:
    """Return the criteria which are columns of the programme.

    Every criterion which is set must be met; of a list (categories, regions, vulnerabilities) one entry is enough. A
    programme without score limits and categories requires `eligible_programme` of the registry.
    """
    poverty = _list_column_criteria(programme, POVERTY_CRITERIA) or [_build_score_criterion()]
    household = _list_column_criteria(programme, HOUSEHOLD_CRITERIA)
    places, vulnerabilities = _list_place_criteria(programme), _list_vulnerability_criteria(programme)
    return Criteria((*poverty, *household, *places, *vulnerabilities))


def compile_criteria(programme: Programme, *, few: bool = False) -> Criteria:
    """Return all criteria of a programme: its own, then those which upper features add (`further_criteria`).

    This is the one place that says who is eligible. `few`: they are for some households, not for all.
    """
    parts = [list_own_criteria(programme), *(build(programme, few) for build in further_criteria.values())]
    return Criteria(
        tuple(criterion for part in parts for criterion in part.criteria),
        " ".join(part.joins for part in parts if part.joins),
    )


def build_ready_households_sql(
    user: Caller, criteria: Criteria, columns: str, condition: str
) -> tuple[str, dict[str, Any]]:
    """Return a SELECT of households under a condition on `criteria`, and its parameters.

    These are the households which `user` sees, which are ready and whose project allows enrolment.
    """
    households, params = compile_visible_subquery(Household, user, "menages", *HOUSEHOLD_COLUMNS)
    statement = (
        f"SELECT {columns} FROM ({households}) AS menage"
        f" JOIN registry_chef_menage AS chef ON chef.menage_id = menage.id {criteria.joins}"
        f" WHERE {ENROLLABLE} AND {condition}"
        " AND (menage.projet_id IS NULL OR menage.projet_id <> ALL(%(critere_fermes)s))"
    )
    return statement, params | criteria.params | {"critere_fermes": list(find_closed_projects("enroler"))}


def build_eligible_households_sql(programme: Programme, user: Caller) -> tuple[str, dict[str, Any]]:
    """Return a SELECT of the eligible households of a programme (id, score_pmt), and its parameters.

    Households which are already enrolled are included.
    """
    criteria = compile_criteria(programme)
    return build_ready_households_sql(user, criteria, "menage.id, menage.score_pmt", criteria.condition)


def count_eligible_households(programme: Programme, user: Caller) -> int:
    """Count the eligible households which `user` sees, including those already enrolled."""
    eligible, params = build_eligible_households_sql(programme, user)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM ({eligible}) AS menage", params)
        count: int = cursor.fetchone()[0]
        return count
