"""Rules over all households beside the same SQL written by hand, simulations, the explanation of one, graduations."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from accounts.audit.services import audit_operation
from accounts.users.models import User
from accounts.users.queries import find_active_user
from config.postgis.base import get_connection
from registry.households.bulk.services import open_bulk_load, tune_transaction
from registry.households.models import Household
from tests.bench.mass import EVERYBODY, spent
from tests.bench.stage import Stage
from tests.bench.tools import Row, timed
from transfers.eligibility.conditions.compiler import compile_rules
from transfers.eligibility.conditions.definition import EligibilityRule, RuleDefinition, read_condition, serialize_value
from transfers.eligibility.evaluation.queries import count_groups, explain_rules, simulate_rules
from transfers.eligibility.evaluation.services import evaluate_batch, find_current_version
from transfers.eligibility.laboratory.queries import compare_designs
from transfers.eligibility.laboratory.types import Costs, Design, Selection
from transfers.eligibility.models import RuleSet
from transfers.eligibility.services import create_rule_set
from transfers.eligibility.types import PeopleFilter
from transfers.graduation.criteria.models import GraduationCriterion
from transfers.graduation.queries import list_candidates
from transfers.programmes.models import Programme

PEOPLE = 200_000
CUTOFFS = (30, 40, 50, 60)
SHARED = [
    Design("people", selection=Selection("secteur", 20_000, 1_000, "population_pauvre")),
    Design("need", cutoff=Decimal(50), selection=Selection("region", 20_000, 1_000, "besoin_egal")),
    Design("sector", selection=Selection("secteur", 500, 50)),
    Design("all", cutoff=Decimal(40)),
]
CRITERIA = (("score_pmt", ">=", 40, True), ("duree_programme", ">=", 12, False), ("paiements_recus", ">=", 1, False))
# Principals of two years ago, of the first households.
ENROL = """
INSERT INTO transfers_beneficiaire (code, menage_id, programme_id, nom_complet, date_enrolement)
SELECT 'MESURE-' || n, id, %(programme)s, 'Personne', now() - interval '2 years'
FROM (SELECT m.id, row_number() OVER () AS n FROM registry_menage AS m
      WHERE NOT EXISTS (SELECT FROM transfers_beneficiaire AS b
                        WHERE b.menage_id = m.id AND b.programme_id = %(programme)s) LIMIT %(count)s) AS chosen
"""
GIRLS = PeopleFilter("F", 10, 14, None)
CONDITIONS = (
    ("scorePmt", "<=", 60, None, None),
    ("tailleMenage", "between", 2, 12, None),
    ("milieu", "in", ["rural", "urbain"], None, None),
    ("nbEnfants04", ">=", 0, None, None),
    ("age", ">=", 18, None, None),
    ("niveauEducation", "!=", "superieur", None, None),
    ("typeLogement", "!=", "villa", None, None),
    ("nbPieces", "<=", 6, None, None),
    ("nbPersonnes", ">=", 1, None, GIRLS),
    ("distanceEcole", "<=", 20000, None, None),
)
RULES = tuple(
    EligibilityRule(champ, read_condition(champ, operator, value, upper, people))
    for champ, operator, value, upper, people in CONDITIONS
)
DEFINITION = RuleDefinition("AND", RULES)
ELIGIBLE = """
m.score_pmt <= 60 AND m.taille_menage BETWEEN 2 AND 12 AND m.milieu IN ('rural', 'urbain') AND m.nb_enfants_04 >= 0
AND c.age >= 18 AND c.niveau_education <> 'superieur' AND l.type_logement <> 'villa' AND l.nb_pieces <= 6
AND coalesce(p.filles, 0) + (c.sexe = 'F' AND c.age BETWEEN 10 AND 14)::int >= 1 AND n.ecole_metres <= 20000
"""
ALL = """
FROM registry_menage AS m JOIN registry_chef_menage AS c ON c.menage_id = m.id
LEFT JOIN registry_logement AS l ON l.menage_id = m.id LEFT JOIN analysis_nearest_service AS n ON n.menage_id = m.id
LEFT JOIN (SELECT menage_id, count(*) FILTER (
             WHERE sexe = 'F' AND coalesce(age, extract(year FROM age(date_naissance))) BETWEEN 10 AND 14) AS filles
           FROM registry_membre_menage GROUP BY menage_id) AS p ON p.menage_id = m.id
"""
COUNT_BY_HAND = f"""
SELECT m.region_id, m.categorie_pauvrete, count(*), count(*) FILTER (WHERE {ELIGIBLE}) {ALL} GROUP BY 1, 2
"""
UPDATE_BY_HAND = f"""
UPDATE registry_menage AS menage SET eligible_programme = fresh.eligible, updated_at = now()
FROM (SELECT m.id, ({ELIGIBLE}) IS TRUE AS eligible {ALL}) AS fresh
WHERE fresh.id = menage.id AND menage.eligible_programme <> fresh.eligible
"""


def execute(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.rowcount


def tuned(work: Callable[[], Any]) -> Callable[[], Any]:
    """`work` in a transaction as a batch sets it."""

    def running() -> Any:
        with transaction.atomic():
            tune_transaction()
            return work()

    return running


def updated_by_hand() -> int:
    tune_transaction()
    with audit_operation("by_hand"), open_bulk_load():
        return execute(UPDATE_BY_HAND)


def store_rules(user: Any) -> UUID:
    rules = [
        {
            "nom": rule.name,
            "champ": rule.condition.field.name,
            "operateur": rule.condition.operator,
            "valeur": serialize_value(rule.condition),
            "valeur_secondaire": None if rule.condition.upper is None else int(rule.condition.upper),
            "ordre": place,
            **{f"personnes_{name}": value for name, value in vars(rule.condition.people or PeopleFilter()).items()},
        }
        for place, rule in enumerate(RULES)
    ]
    RuleSet.objects.filter(code="MESURE").delete()
    return create_rule_set(values={"code": "MESURE", "nom": "Mesure"}, logic="AND", rules=rules, user=user).id


def eligibility(stage: Stage) -> list[Row]:
    user = find_active_user(User.objects.filter(role__code="ROLE_ADMIN", is_active=True).first().id)
    rule_set = store_rules(user)
    compiled, rows = compile_rules(DEFINITION), Household.objects.all()
    counted = timed(tuned(lambda: count_groups(compiled, rows, few=False)), 5)
    by_hand = timed(tuned(lambda: execute(COUNT_BY_HAND)), 5)
    simulated = timed(lambda: simulate_rules(RuleDefinition("AND", RULES[:8]), [], 20, EVERYBODY), 10)
    household = rows.order_by("id").values_list("id", flat=True)[:1].get()
    explained = timed(lambda: explain_rules(household, DEFINITION, ""), 100)

    def written() -> int:
        get_connection().forget_locks()  # all works of a measurement share one transaction
        version = find_current_version(rule_set)
        return evaluate_batch(version=version, filters={}, is_update=True, user=user).modifies or 0

    spent(updated_by_hand)
    [hand] = spent(updated_by_hand)
    change, again = spent(written, written)
    RuleSet.objects.filter(code="MESURE").delete()
    designs = [Design(f"{cutoff}", DEFINITION if cutoff > 45 else None, cutoff=Decimal(cutoff)) for cutoff in CUTOFFS]
    costs, curve = Costs(15_000, 4, None), [Decimal(cutoff) for cutoff in range(5, 105, 5)]
    compared = timed(lambda: compare_designs(designs, rows, costs, curve), 3)
    ratio, update_ratio = counted.p50 / by_hand.p50, change.seconds / hand.seconds
    return [
        Row(
            "10 rules, members and distances",
            "≤ 1.3 x by hand",
            f"{counted}; by hand {by_hand}; {ratio:.2f}",
            ratio <= 1.3,
        ),
        Row(
            "evaluating all and writing who is eligible; again",
            "≤ 1.5 x by hand, then none written",
            f"{change}; by hand {hand}; ratio {update_ratio:.2f}; {again}",
            update_ratio <= 1.5 and again.rows == 0,
        ),
        Row("simulating 8 unsaved rules over all", "p95 under 1.5 s", str(simulated), simulated.p95 < 1500),
        Row(
            "the same of four other designs: quotas by poor people and need, the poorest of each sector",
            "",
            str(timed(lambda: compare_designs(SHARED, rows, costs, curve), 3)),
            True,
        ),
        Row("laboratory: 4 designs x 20 cut-offs", "under 5 s", str(compared), compared.p95 < 5000),
        Row("explaining 10 rules of one household", "p95 under 30 ms", str(explained), explained.p95 < 30),
    ]


def graduation(stage: Stage) -> list[Row]:
    """The candidates of a programme of 200,000 principals, or of as many as there are households; all is rolled back."""
    user = find_active_user(User.objects.filter(role__code="ROLE_ADMIN", is_active=True).first().id)
    programme = Programme.objects.filter(statut="actif").first()
    with transaction.atomic():
        with audit_operation("mesure"), open_bulk_load(), connection.cursor() as cursor:
            cursor.execute(ENROL, {"programme": programme.id, "count": PEOPLE})
            count = cursor.rowcount
            cursor.execute("ANALYZE transfers_beneficiaire")
        GraduationCriterion.objects.filter(programme=programme).update(actif=False)
        for place, (kind, operator, threshold, is_required) in enumerate(CRITERIA):
            GraduationCriterion.objects.create(
                programme=programme,
                nom=kind,
                type=kind,
                operateur=operator,
                valeur_seuil=threshold,
                obligatoire=is_required,
                ordre=place,
            )
        found = list_candidates(programme.id, 1, 20, user)
        told = timed(lambda: list_candidates(programme.id, 1, 20, user), 3)
        transaction.set_rollback(True)
    return [
        Row(
            f"graduation candidates of a programme of {count:,}, three criteria: {found.total:,} found",
            "under 5 s",
            str(told),
            told.p95 < 5000 and found.total > 0,
        )
    ]
