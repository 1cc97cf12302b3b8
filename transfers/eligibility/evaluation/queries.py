"""Evaluate households by compiled rules, without storing anything."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet

from config.caller import Caller
from config.errors.problems import not_found
from geo.areas.models import Commune, Locality, Region, Sector
from registry.households.api import tune_reading
from registry.households.models import Household
from transfers.eligibility.conditions.compiler import CompiledRules, compile_households, compile_rules
from transfers.eligibility.conditions.definition import RuleDefinition
from transfers.eligibility.conditions.explanation import build_criterion_verdict, build_verdict
from transfers.eligibility.profiles.queries import compile_profiles
from transfers.eligibility.queries import compute_rate
from transfers.eligibility.types import (
    CategoryCount,
    GroupCount,
    HouseholdEvaluation,
    HouseholdSource,
    PassedRule,
    RegionCount,
    RuleVerdict,
    SectorCount,
    SimulatedHousehold,
    Simulation,
)
from transfers.programmes.api import Criteria, list_own_criteria, list_ready_criteria
from transfers.programmes.models import Programme

Row = TypeVar("Row")
AREA_MODELS = (Region, Sector, Commune, Locality)
# Whether a household is eligible, and the verdicts of the rules.
Explanation = tuple[bool, list[RuleVerdict]]


def fetch_rows(statement: str, params: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a composed statement and return its rows as dictionaries."""
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _fetch_household(statement: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return the only row of a statement about one household. Raises NOT_FOUND when it was deleted meanwhile."""
    for row in fetch_rows(statement, params):
        return row
    raise not_found()


def explain_rules(household_id: UUID, definition: RuleDefinition, origin: str) -> Explanation:
    """Return whether a household meets the definition, and the verdict of each active rule. Raises NOT_FOUND."""
    for explanation in explain_households(Household.objects.filter(id=household_id), definition, origin).values():
        return explanation
    raise not_found()


def explain_households(rows: QuerySet[Household], definition: RuleDefinition, origin: str) -> dict[UUID, Explanation]:
    """Return of each of a few households whether it meets the definition, and the verdict of each active rule."""
    compiled = compile_rules(definition)
    columns = ["m.id", f"({compiled.condition}) IS TRUE AS eligible"]
    for place, (condition, value) in enumerate(zip(compiled.conditions, compiled.values, strict=True)):
        columns += [f"({condition}) IS TRUE AS v{place}", f"{value} AS r{place}"]
    source = compile_households(rows)
    found = fetch_rows(compiled.build_select(source, columns, few=True), source.params | compiled.params)
    names = _find_area_names(definition, found)
    return {
        row["id"]: (
            row["eligible"],
            [
                build_verdict(rule, row[f"v{place}"], row[f"r{place}"], names, origin)
                for place, rule in enumerate(definition.active_rules)
            ],
        )
        for row in found
    }


def explain_criteria(household_id: UUID, programme: Programme) -> Explanation:
    """Return whether a household is ready and meets the programme's own criteria, and the verdict of each."""
    criteria = Criteria((*list_ready_criteria().criteria, *list_own_criteria(programme).criteria))
    columns = [f"({criteria.condition}) IS TRUE AS eligible"]
    for place, criterion in enumerate(criteria.criteria):
        columns += [f"({criterion.condition}) IS TRUE AS v{place}", f"{criterion.value} AS r{place}"]
    statement = (
        f"SELECT {', '.join(columns)} FROM registry_menage AS menage"
        " LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = menage.id WHERE menage.id = %(menage)s"
    )
    row = _fetch_household(statement, criteria.params | {"menage": household_id})
    verdicts = [
        build_criterion_verdict(criterion.label, row[f"v{place}"], criterion.expected, row[f"r{place}"], programme.code)
        for place, criterion in enumerate(criteria.criteria)
    ]
    return row["eligible"], verdicts


def summarise_verdicts(is_eligible: bool, verdicts: list[RuleVerdict]) -> HouseholdEvaluation:
    """Return the evaluation of one household from the verdicts of all its rules."""
    passed = sum(verdict.valide for verdict in verdicts)
    return HouseholdEvaluation(
        eligible=is_eligible,
        score=compute_rate(passed, len(verdicts)) or 0.0,
        regles_evaluees=len(verdicts),
        regles_validees=passed,
        regles_echouees=len(verdicts) - passed,
        details=verdicts,
    )


def _find_area_names(definition: RuleDefinition, rows: Sequence[dict[str, Any]]) -> dict[UUID, str]:
    """Return the names of the areas that rules expect or the households have, in at most one query a level."""
    wanted: dict[str, set[UUID]] = {}
    for place, rule in enumerate(definition.active_rules):
        if table := rule.condition.field.area:
            value = rule.condition.value
            ids = {*(value if isinstance(value, tuple) else (value,)), *(row[f"r{place}"] for row in rows)}
            wanted.setdefault(table, set()).update(ids - {None})
    names: dict[UUID, str] = {}
    for model in AREA_MODELS:
        if named := wanted.get(model._meta.db_table):
            names |= dict(model.objects.filter(id__in=named).order_by().values_list("id", "nom"))
    return names


def filter_evaluated(filters: dict[str, Any], user: Caller) -> QuerySet[Household]:
    """Return the households that `user` sees under the filters of a batch: region, secteur and statut."""
    return Household.objects.visible_to(user).filter(**{name: value for name, value in filters.items() if value})


def compile_evaluated(definitions: Iterable[RuleDefinition], filters: dict[str, Any], user: Caller) -> HouseholdSource:
    """Return those households, from their profiles where these tell what the rules ask, else from their tables."""
    profiles = None
    if all(compile_rules(definition).can_read_profiles for definition in definitions):
        profiles = compile_profiles({name: value for name, value in filters.items() if value}, user)
    return profiles or compile_households(filter_evaluated(filters, user))


def count_groups(
    compiled: CompiledRules, source: HouseholdSource, *, few: bool = False, by_rule: bool = False
) -> tuple[list[GroupCount], list[int]]:
    """Return the counts of households by region, category and sector, and `by_rule` of those that pass each active rule.

    A group is there once for each part of the source.

    Eligibility alone is cheaper: of a household that fails one rule the others need not be compared.
    """
    conditions = compiled.conditions if by_rule else []
    columns = [
        "m.region_id AS region",
        "m.categorie_pauvrete AS categorie",
        "m.secteur_id AS secteur",
        "count(*) AS total",
        f"count(*) FILTER (WHERE {compiled.condition}) AS eligibles",
        *(f"count(*) FILTER (WHERE {one}) AS v{place}" for place, one in enumerate(conditions)),
    ]
    statement = compiled.build_select(source, columns, few=few, groups="GROUP BY 1, 2, 3")
    found = fetch_rows(statement, source.params | compiled.params)
    names = dict(Region.objects.order_by().values_list("id", "nom"))
    groups = [
        GroupCount(names.get(row["region"]), row["categorie"], row["secteur"], row["total"], row["eligibles"])
        for row in found
    ]
    return groups, [sum(row[f"v{place}"] for row in found) for place in range(len(conditions))]


def count_verdicts() -> list[GroupCount]:
    """Return the counts of the households that this transaction has judged (table `verdict_eligibilite`)."""
    found = fetch_rows(
        "SELECT region.nom AS region, categorie_pauvrete AS categorie, secteur_id AS secteur, count(*) AS total,"
        " count(*) FILTER (WHERE eligible) AS eligibles FROM verdict_eligibilite AS verdict"
        " LEFT JOIN geo_region AS region ON region.id = verdict.region_id GROUP BY 1, 2, 3",
        {},
    )
    return [GroupCount(**row) for row in found]


def sum_regions(groups: Sequence[GroupCount]) -> list[RegionCount]:
    """Return the counts by region, in the order of their names."""
    return _sum_groups(groups, lambda group: group.region, RegionCount)


def sum_categories(groups: Sequence[GroupCount]) -> list[CategoryCount]:
    """Return the counts by category of poverty."""
    return _sum_groups(groups, lambda group: group.categorie, CategoryCount)


def sum_sectors(groups: Sequence[GroupCount]) -> list[SectorCount]:
    """Return the counts by sector, in the order of their ids."""
    return _sum_groups(groups, lambda group: group.secteur, SectorCount)


def _sum_groups(groups: Sequence[GroupCount], key: Callable[[GroupCount], Any], build: Callable[..., Row]) -> list[Row]:
    totals: Counter[Any] = Counter()
    eligible: Counter[Any] = Counter()
    for group in groups:
        totals[key(group)] += group.total
        eligible[key(group)] += group.eligibles
    return [build(name, totals[name], eligible[name]) for name in sorted(totals, key=lambda name: (name is None, name))]


def simulate_rules(definition: RuleDefinition, ids: list[UUID], limit: int, user: Caller) -> Simulation:
    """Evaluate rules that are not stored over all households that `user` sees, or those of `ids`."""
    compiled = compile_rules(definition)
    rows = Household.objects.visible_to(user)
    if ids:
        rows = rows.filter(id__in=ids)
    with transaction.atomic():
        tune_reading()
        source = compile_households(rows) if ids else compile_evaluated([definition], {}, user)
        groups, passed = count_groups(compiled, source, few=bool(ids), by_rule=True)
    total, eligible = sum(group.total for group in groups), sum(group.eligibles for group in groups)
    preview = _list_preview(compiled, rows, limit)
    details = explain_rules(preview[0].menage_id, definition, "")[1] if len(ids) == 1 and preview else []
    return Simulation(
        total_evalues=total,
        eligibles=eligible,
        taux_eligibilite=compute_rate(eligible, total),
        par_region=sum_regions(groups),
        par_categorie=sum_categories(groups),
        par_secteur=sum_sectors(groups),
        par_regle=[PassedRule(rule.name, count) for rule, count in zip(definition.active_rules, passed, strict=True)],
        preview=preview,
        details=details,
    )


def _list_preview(compiled: CompiledRules, rows: QuerySet[Household], limit: int) -> list[SimulatedHousehold]:
    columns = [
        "m.id AS menage_id",
        "m.code_menage AS code",
        f"({compiled.condition}) IS TRUE AS eligible",
        f"{compiled.score} AS score",
    ]
    ids = list(rows.order_by("-id").values_list("id", flat=True)[:limit])
    source = compile_households(Household.objects.filter(id__in=ids))
    statement = f"{compiled.build_select(source, columns, few=True)} ORDER BY m.id DESC"
    found = fetch_rows(statement, source.params | compiled.params)
    return [SimulatedHousehold(**row | {"score": float(row["score"])}) for row in found]
