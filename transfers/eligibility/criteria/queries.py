"""Compile the rule sets of a programme as criteria, beside its own."""

from typing import Final

from django.utils.translation import gettext as _

from transfers.eligibility.conditions.compiler import CompiledRules, compile_rules
from transfers.eligibility.models import RuleSetVersion
from transfers.eligibility.queries import list_applied_versions, read_definition
from transfers.eligibility.types import HouseholdSource
from transfers.programmes.api import Criteria, Criterion
from transfers.programmes.models import Programme

# Criteria are joined by id to households that the statement around them has chosen.
HOUSEHOLDS: Final = HouseholdSource(("SELECT * FROM registry_menage",), {})


def build_programme_criteria(programme: Programme, few: bool) -> Criteria:
    """Return the criteria that follow from the active rule sets of a programme: one for each part that must hold."""
    parts = [
        _build_criteria(version, f"jeu{place}", few)
        for place, version in enumerate(list_applied_versions(programme.id))
    ]
    return Criteria(
        tuple(criterion for part in parts for criterion in part.criteria), " ".join(part.joins for part in parts)
    )


def _build_criteria(version: RuleSetVersion, name: str, few: bool) -> Criteria:
    compiled = compile_rules(read_definition(version), name)
    if not compiled.clauses:
        return Criteria((Criterion(_("%(set)s : aucune règle active") % {"set": version.jeu.nom}, "false"),))
    columns = [f"({condition}) IS TRUE AS c{place}" for place, (_rules, condition) in enumerate(compiled.clauses)]
    rows = compiled.build_select(HOUSEHOLDS, ["m.id", *columns], few=few)
    criteria = tuple(
        Criterion(
            label=_describe_clause(version, compiled, rules),
            condition=f"{name}.c{place}",
            # Every part is in the join of all, so its parameters go with the first.
            params={} if place else compiled.params,
        )
        for place, (rules, _condition) in enumerate(compiled.clauses)
    )
    return Criteria(criteria, f"JOIN ({rows}) AS {name} ON {name}.id = menage.id")


def _describe_clause(version: RuleSetVersion, compiled: CompiledRules, places: list[int]) -> str:
    """Return the name of the set with the names of the rules of one part of it."""
    names = dict.fromkeys(compiled.definition.active_rules[place].name for place in places)
    return f"{version.jeu.nom} : {_(' ou ').join(names)}"
