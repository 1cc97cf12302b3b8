"""Compile rules to SQL over households: one condition for all of them, or the verdict of every rule for each.

Values are parameters; every expression is a constant of the catalogue. A comparison with a null value is null, which
fails: conditions stand where null counts as false, and verdicts turn it into false.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import QuerySet

from geo.scope.api import compile_subquery
from registry.households.models import Household
from transfers.eligibility.conditions.catalogue import iterate_fields
from transfers.eligibility.conditions.definition import AND, Condition, RuleDefinition
from transfers.eligibility.hooks import field_sources
from transfers.eligibility.profiles import rules as profiled
from transfers.eligibility.profiles.rules import build_band, build_count_sql, can_count
from transfers.eligibility.types import NUMBER, HouseholdSource, PeopleFilter

# `{field}` is the expression of the field, `{value}` and `{upper}` are parameters.
COMPARISONS: Final = {
    "=": "{field} = {value}",
    "!=": "{field} <> {value}",
    ">": "{field} > {value}",
    ">=": "{field} >= {value}",
    "<": "{field} < {value}",
    "<=": "{field} <= {value}",
    "between": "{field} BETWEEN {value} AND {upper}",
    "in": "{field} = ANY({value})",
    # A text of which normalisation leaves nothing is contained in no other.
    "contains": "position(nullif(normalise({value}), '') IN normalise({field})) > 0",
    "starts_with": "starts_with(normalise({field}), nullif(normalise({value}), ''))",
}
PERSON_AGE: Final = "coalesce(membre.age, extract(year FROM age(membre.date_naissance)))"
# A household of several persons whose members were not registered: nobody knows who lives in it.
PEOPLE_COUNT: Final = (
    "(CASE WHEN coalesce(personnes.nombre, 0) = 0 AND m.taille_menage > 1 THEN NULL"
    " ELSE coalesce(personnes.{column}, 0) + CASE WHEN {head} THEN 1 ELSE 0 END END)"
)
HEAD_JOIN: Final = "LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = m.id"
DWELLING_JOIN: Final = "LEFT JOIN registry_logement AS logement ON logement.menage_id = m.id"
ALL_PEOPLE_JOIN: Final = (
    "LEFT JOIN (SELECT membre.menage_id, count(*) AS nombre{counts} FROM registry_membre_menage AS membre{among}"
    " GROUP BY membre.menage_id) AS personnes ON personnes.menage_id = m.id"
)
FEW_PEOPLE_JOIN: Final = (
    "LEFT JOIN LATERAL (SELECT count(*) AS nombre{counts} FROM registry_membre_menage AS membre"
    " WHERE membre.menage_id = m.id) AS personnes ON true"
)


def list_household_columns() -> tuple[str, ...]:
    """Return the columns of households that expressions and results read."""
    results = {
        "id",
        "code_menage",
        "eligible_programme",
        "projet_id",
        "region_id",
        "categorie_pauvrete",
        "score_pmt",
        "taille_menage",
    }
    expressions = [field.sql for field in iterate_fields()] + [source.join for source in field_sources.values()]
    read = {name for expression in expressions for name in re.findall(r"\bm\.(\w+)", expression)}
    return tuple(sorted(results | read))


def compile_households(rows: QuerySet[Household]) -> HouseholdSource:
    """Return households as rules are compared with them, from their tables."""
    households, params = compile_subquery(rows.order_by(), "menages", *list_household_columns())
    return HouseholdSource((households,), params)


@dataclass(frozen=True)
class CompiledRules:
    """Hold the SQL of a definition. Parameters start with `prefix`, so that several may stand in one statement."""

    definition: RuleDefinition
    prefix: str = "regle"

    @cached_property
    def _people(self) -> list[PeopleFilter]:
        """Return the different descriptions of persons that the rules count."""
        found = [rule.condition.people for rule in self.definition.active_rules if rule.condition.people]
        return list(dict.fromkeys(found))

    @cached_property
    def params(self) -> dict[str, Any]:
        """Return all parameters by name."""
        params: dict[str, Any] = {}
        for place, rule in enumerate(self.definition.active_rules):
            value = rule.condition.value
            params[f"{self.prefix}_{place}"] = list(value) if isinstance(value, tuple) else value
            if rule.condition.upper is not None:
                params[f"{self.prefix}_{place}_haut"] = rule.condition.upper
        for place, people in enumerate(self._people):
            params |= {f"{self.prefix}_p{place}_{name}": value for name, value in vars(people).items()}
            params[f"{self.prefix}_p{place}_signes"] = build_band(people)
        return params

    @property
    def can_read_profiles(self) -> bool:
        """Return whether profiles tell all persons that the rules count from others."""
        return all(can_count(people) for people in self._people)

    @cached_property
    def values(self) -> list[str]:
        """Return the expression of the real value of each active rule."""
        return [self._build_value(rule.condition) for rule in self.definition.active_rules]

    @cached_property
    def conditions(self) -> list[str]:
        """Return the condition of each active rule: null when the household's value is missing."""
        return [
            self._compare(value, rule.condition, f"{self.prefix}_{place}")
            for place, (value, rule) in enumerate(zip(self.values, self.definition.active_rules, strict=True))
        ]

    @cached_property
    def clauses(self) -> list[tuple[list[int], str]]:
        """Return the parts of `condition`, all of which must hold: the places of their rules, and their SQL."""
        return list_clauses(self.definition, self.conditions)

    @cached_property
    def condition(self) -> str:
        """Return the condition that a household is eligible; null counts as false."""
        return join_clauses(self.clauses)

    @cached_property
    def score(self) -> str:
        """Return the expression of the percentage of active rules passed."""
        if not self.conditions:
            return "0.0"
        passed = " + ".join(f"(({condition}) IS TRUE)::int" for condition in self.conditions)
        return f"round(100.0 * ({passed}) / {len(self.conditions)}, 2)"

    def build_select(
        self, source: HouseholdSource, columns: Sequence[str], *, few: bool, ids: str | None = None, groups: str = ""
    ) -> str:
        """Return a SELECT of `columns` from the households `m` of a source, grouped within each part by `groups`.

        With `few`, members are counted household by household instead of all at once; with `ids`, a query of the ids of
        all these households, at once, but only their members.
        """
        joins = self.list_joins(few=few, ids=ids, is_profiled=source.is_profiled)
        return " UNION ALL ".join(
            f"SELECT {', '.join(columns)} FROM ({part}) AS m {' '.join(joins)} {groups}" for part in source.parts
        )

    def list_joins(self, *, few: bool, ids: str | None = None, is_profiled: bool = False) -> list[str]:
        """Return the joins of the tables that the rules read to the households `m`, or of the parts of profiles."""
        read = " ".join(self.values)
        head, dwelling = (profiled.HEAD_JOIN, profiled.DWELLING_JOIN) if is_profiled else (HEAD_JOIN, DWELLING_JOIN)
        joins = [join for alias, join in (("chef", head), ("logement", dwelling)) if re.search(rf"\b{alias}\.", read)]
        used = {rule.condition.field.source for rule in self.definition.active_rules}
        joins += [
            source.few_join if few and source.few_join else source.join
            for name, source in field_sources.items()
            if name in used
        ]
        if self._people:
            joins.append(self._join_profiled_people() if is_profiled else self._join_people(few, ids))
        return joins

    def _join_people(self, few: bool, ids: str | None) -> str:
        counts = "".join(
            f", count(*) FILTER (WHERE {self._build_member_condition(place, people)}) AS n{place}"
            for place, people in enumerate(self._people)
        )
        among = f" WHERE membre.menage_id IN ({ids})" if ids else ""
        return (FEW_PEOPLE_JOIN if few else ALL_PEOPLE_JOIN).format(counts=counts, among=among)

    def _join_profiled_people(self) -> str:
        counts = "".join(
            f", {build_count_sql(people, f'%({self.prefix}_p{place}_signes)s')} AS n{place}"
            for place, people in enumerate(self._people)
        )
        return profiled.PEOPLE_JOIN.format(counts=counts)

    def _build_value(self, condition: Condition) -> str:
        if condition.people is None:
            return condition.field.sql
        place = self._people.index(condition.people)
        return PEOPLE_COUNT.format(column=f"n{place}", head=self._build_head_condition(place, condition.people))

    def _build_head_condition(self, place: int, people: PeopleFilter) -> str:
        if people.handicap is not None:
            return "false"
        return self._describe_person(place, people, "chef.sexe", "chef.age") or "chef.menage_id IS NOT NULL"

    def _build_member_condition(self, place: int, people: PeopleFilter) -> str:
        described = self._describe_person(place, people, "membre.sexe", PERSON_AGE)
        if people.handicap is None:
            return described or "true"
        disabled = f"membre.handicap = %({self.prefix}_p{place}_handicap)s"
        return f"{described} AND {disabled}" if described else disabled

    def _describe_person(self, place: int, people: PeopleFilter, sex: str, age: str) -> str:
        parts = (
            (people.sexe, f"{sex} = ", "sexe"),
            (people.age_min, f"{age} >= ", "age_min"),
            (people.age_max, f"{age} <= ", "age_max"),
        )
        return " AND ".join(
            f"{start}%({self.prefix}_p{place}_{name})s" for value, start, name in parts if value is not None
        )

    @staticmethod
    def _compare(value: str, condition: Condition, name: str) -> str:
        cast = _find_cast(condition)
        comparison = COMPARISONS[condition.operator]
        return comparison.format(field=value, value=f"%({name})s{cast}", upper=f"%({name}_haut)s{cast}")


def list_clauses(definition: RuleDefinition, conditions: Sequence[str]) -> list[tuple[list[int], str]]:
    """Return the parts that must hold, from the conditions of the active rules: the places of their rules, and their SQL."""
    required = [([place], conditions[place]) for place, rule in enumerate(definition.active_rules) if rule.is_required]
    groups = definition.groups
    if definition.logic == AND:
        known = {place for places, _condition in required for place in places}
        rest = [group for group in groups if len(group) > 1 or group[0] not in known]
        return [*required, *((group, _join(conditions, group, "OR")) for group in rest)]
    parts = [_join(conditions, group, "AND") for group in groups]
    places = [place for group in groups for place in group]
    return [*required, (places, " OR ".join(f"({part})" for part in parts))] if places else []


def join_clauses(clauses: Sequence[tuple[list[int], str]]) -> str:
    """Return the condition that all parts hold; without any it is false."""
    return " AND ".join(f"({condition})" for _places, condition in clauses) or "false"


def _join(conditions: Sequence[str], places: list[int], word: str) -> str:
    return f" {word} ".join(f"({conditions[place]})" for place in places)


def _find_cast(condition: Condition) -> str:
    """Return the cast that gives a parameter its type whatever its value.

    A whole number is compared as one: beside a decimal, the whole number of each household would be turned into one.
    """
    field, kind = condition.field, ""
    if field.kind == NUMBER:
        kind = "::integer" if _is_whole(condition) else "::numeric"
    elif field.area:
        kind = "::uuid"
    return f"{kind or '::text'}[]" if condition.operator == "in" else kind


def _is_whole(condition: Condition) -> bool:
    """Return whether a condition names whole numbers alone; MAX_NUMBER keeps them within four bytes."""
    return all(number is None or number == int(number) for number in (condition.value, condition.upper))


def compile_rules(definition: RuleDefinition, prefix: str = "regle") -> CompiledRules:
    """Compile a definition."""
    return CompiledRules(definition, prefix)
