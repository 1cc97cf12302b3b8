"""Explain scores: each term with its value and contribution, and the reason when there is no score."""

import re
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import connection
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from config.errors.problems import Problem, invalid_status
from config.sql import Queries
from geo.scope.api import compile_subquery
from registry.households.models import Household
from registry.pmt.api import (
    AREA_LEVELS,
    PMT_VARIABLES,
    VARIABLES_BY_NAME,
    CompiledMethod,
    compile_method,
    find_method_in_force,
    read_definition,
)
from registry.pmt.models import PmtMethod
from registry.scoring.types import ComputedScore, TermContribution

SQL = Queries(__file__, "scoring.sql")
# The columns of a household which the expressions of the variables use.
SCORED_COLUMNS: Final = tuple(
    sorted(
        {"id"}
        | {name for variable in PMT_VARIABLES for name in re.findall(r"\bm\.(\w+)", variable.sql)}
        | {column.removeprefix("m.") for column, _table in AREA_LEVELS.values()}
    )
)


def require_method_in_force() -> PmtMethod:
    """Return the method in force. Raises INVALID_STATUS when there is none."""
    method = find_method_in_force()
    if method is None:
        raise invalid_status(_("Aucune méthode PMT n'est en vigueur."))
    return method


def compile_stored_method(method: PmtMethod) -> CompiledMethod:
    return compile_method(read_definition(method))


def describe_missing_score(missing: str | None) -> str:
    """Describe why a score could not be computed: the labels of the missing variables.

    `missing` holds their names, separated by blanks.
    """
    if not missing:
        return _("Le score n'a pas été calculé.")
    labels = ", ".join(str(VARIABLES_BY_NAME[name].label) for name in missing.split() if name in VARIABLES_BY_NAME)
    return _("Le score ne peut pas être calculé : il manque %(values)s.") % {"values": labels}


def build_missing_score_problem(missing: str | None) -> Problem:
    """Return `describe_missing_score` as the INVALID_STATUS verdict for one household of many."""
    return invalid_status(describe_missing_score(missing))


def fetch_rows(statement: str, params: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a statement composed from the compiler's parts, and return its rows as dictionaries."""
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def explain_score(household: Household, method: PmtMethod | None = None) -> dict[str, Any]:
    """Explain how a method scores a household today: each term with its value and contribution, their sum, the score.

    Without `method`, use that of the household's last scoring, else the one in force. Raises INVALID_STATUS when there
    is none.
    """
    last_used = PmtMethod.objects.filter(id=household.methode_pmt).first() if household.methode_pmt else None
    method = method or last_used or require_method_in_force()
    compiled = compile_stored_method(method)
    households, params = compile_subquery(_filter_household(household.id), "menages", *SCORED_COLUMNS)
    params |= compiled.params
    fresh = ComputedScore(**fetch_rows(compiled.build_score_sql(households), params)[0])
    rows = fetch_rows(compiled.build_explanation_sql(households), params)
    contributions = [TermContribution(**row) for row in rows]
    missing = (fresh.manque or "").split()
    return {
        "menageId": household.id,
        "codeMenage": household.code_menage,
        "methode": {"id": method.id, "nom": method.nom, "version": method.version},
        "intercept": method.intercept,
        "termes": [
            _serialize_term(term.to_json(), term.variable.label, contribution)
            for term, contribution in zip(compiled.definition.terms, contributions, strict=True)
        ],
        "somme": fresh.brut,
        "transformation": compiled.definition.transformation.to_json(),
        "score": fresh.score,
        "categoriePauvrete": fresh.categorie,
        "eligibleProgramme": fresh.eligible,
        "manque": missing,
        "motif": describe_missing_score(fresh.manque) if fresh.score is None else None,
        "scoreEnregistre": household.score_pmt,
        "ancienScore": household.ancien_score_pmt,
        "dateCalcul": household.date_pmt,
        "aJour": (household.methode_pmt, household.score_pmt) == (method.id, fresh.score),
    }


def _filter_household(household_id: UUID) -> QuerySet[Household]:
    return Household.objects.filter(id=household_id)


def _serialize_term(term: dict[str, Any], label: Any, found: TermContribution) -> dict[str, Any]:
    value = None if found.valeur is None else orjson.loads(found.valeur)
    return term | {"libelle": str(label), "valeurMenage": value, "contribution": found.contribution}
