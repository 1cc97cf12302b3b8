"""Rules over all households beside the same SQL written by hand, simulations, the explanation of one, graduations."""

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Count
from django.utils import timezone

from accounts.audit.services import audit_operation
from accounts.users.models import User
from accounts.users.queries import find_active_user
from config.postgis.base import get_connection
from config.sql import Queries
from registry.households.bulk.services import open_bulk_load, tune_transaction
from registry.households.models import Household, Member
from registry.pmt.api import find_method_in_force
from tests.bench.mass import EVERYBODY, spent
from tests.bench.payment_data import seconds
from tests.bench.stage import Stage
from tests.bench.tools import Row, timed
from tests.bench.twins import MEN, WOMEN
from transfers.conditionality.models import Conditionality
from transfers.cycles.models import Cycle
from transfers.eligibility.conditions.compiler import compile_households, compile_rules
from transfers.eligibility.conditions.definition import EligibilityRule, RuleDefinition, read_condition, serialize_value
from transfers.eligibility.evaluation.queries import compile_evaluated, count_groups, simulate_rules
from transfers.eligibility.evaluation.services import evaluate_batch, find_current_version
from transfers.eligibility.laboratory.queries import compare_designs
from transfers.eligibility.laboratory.types import Costs, Design, Selection
from transfers.eligibility.models import RuleSet
from transfers.eligibility.profiles.models import ProfileState
from transfers.eligibility.profiles.services import refresh_profiles
from transfers.eligibility.services import create_rule_set
from transfers.eligibility.types import PeopleFilter
from transfers.graduation.criteria.models import GraduationCriterion
from transfers.graduation.queries import list_candidates
from transfers.programmes.models import Programme

SQL = Queries(__file__, "members.sql")
PEOPLE = 200_000
CHANGED = 200
CUTOFFS = (30, 40, 50, 60)
SHARED = [
    Design("people", selection=Selection("secteur", 20_000, 1_000, "population_pauvre")),
    Design("need", cutoff=Decimal(50), selection=Selection("region", 20_000, 1_000, "besoin_egal")),
    Design("sector", selection=Selection("secteur", 500, 50)),
    Design("all", cutoff=Decimal(40)),
]
CRITERIA = (
    ("score_pmt", ">=", 40, True),
    ("duree_programme", ">=", 12, False),
    ("paiements_recus", ">=", 6, False),
    ("conditionnalites", ">=", 80, False),
)
# What each of them was paid in a cycle, and a check of a conditionality in each; of every tenth it was not met.
PAY = """
INSERT INTO transfers_paiement (reference, cycle_id, beneficiaire_id, principal_id, menage_id, region_id, code_menage,
  taille_menage, nom_complet, mode_paiement, montant, statut, date_execution)
SELECT cycle.code || b.code, cycle.id, b.id, b.id, m.id, m.region_id, m.code_menage, m.taille_menage, b.nom_complet,
  'especes', 15000, 'reussi', now()
FROM transfers_beneficiaire AS b JOIN registry_menage AS m ON m.id = b.menage_id
CROSS JOIN transfers_cycle AS cycle
WHERE b.programme_id = %(programme)s AND b.code LIKE 'MESURE-%%' AND cycle.code LIKE 'MESURE-_' AND cycle.programme_id = b.programme_id
"""
CHECK = """
INSERT INTO transfers_conditionnalite_verification (beneficiaire_id, menage_id, conditionnalite_id, statut, date_verification)
SELECT b.id, b.menage_id, %(conditionality)s, CASE WHEN hashtext(b.code) %% 10 = 0 THEN 'non_conforme' ELSE 'conforme' END,
  now() - make_interval(months => n)
FROM transfers_beneficiaire AS b CROSS JOIN generate_series(1, %(cycles)s) AS n
WHERE b.programme_id = %(programme)s AND b.code LIKE 'MESURE-%%'
"""
CYCLES = 6
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
# The four designs at twenty cut-offs, by stored scores, in all and by each of the laboratory's groups, as one statement.
COMPARE_BY_HAND = """
SELECT m.region_id, m.milieu, c.sexe, m.taille_menage, {counts}
{all} GROUP BY GROUPING SETS ((m.region_id), (m.milieu), (c.sexe), (m.taille_menage), ())
"""
# What the ten rules read of one household, and whether each holds.
EXPLAIN_BY_HAND = f"""
SELECT m.score_pmt, m.taille_menage, m.milieu, m.nb_enfants_04, c.age, c.niveau_education, l.type_logement, l.nb_pieces,
  p.filles, n.ecole_metres, ({ELIGIBLE}) IS TRUE
FROM registry_menage AS m JOIN registry_chef_menage AS c ON c.menage_id = m.id
LEFT JOIN registry_logement AS l ON l.menage_id = m.id LEFT JOIN analysis_nearest_service AS n ON n.menage_id = m.id
CROSS JOIN LATERAL (
  SELECT count(*) AS filles FROM registry_membre_menage AS x WHERE x.menage_id = m.id AND x.sexe = 'F'
    AND coalesce(x.age, extract(year FROM age(x.date_naissance))) BETWEEN 10 AND 14) AS p
WHERE m.id = %(household)s
"""
CANDIDATES_BY_HAND = """
SELECT b.id, m.score_pmt, p.nombre, v.taux, count(*) OVER () FROM transfers_beneficiaire AS b
JOIN registry_menage AS m ON m.id = b.menage_id
LEFT JOIN (SELECT beneficiaire_id, count(*) AS nombre FROM transfers_paiement WHERE statut = 'reussi' GROUP BY 1) AS p
  ON p.beneficiaire_id = b.id
LEFT JOIN (SELECT beneficiaire_id, 100.0 * count(*) FILTER (WHERE statut <> 'non_conforme') / count(*) AS taux
           FROM transfers_conditionnalite_verification GROUP BY 1) AS v ON v.beneficiaire_id = b.id
WHERE b.programme_id = %(programme)s AND b.statut_enrolement = 'actif' AND m.score_pmt >= 40
  AND NOT EXISTS (SELECT FROM transfers_graduation AS g WHERE g.beneficiaire_id = b.id)
ORDER BY (b.date_enrolement <= now() - interval '12 months')::int + (p.nombre >= 6)::int + (v.taux >= 80)::int DESC, b.id
LIMIT 20
"""


def execute(statement: str, params: Any = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.rowcount


def write_comparison(designs: list[Design], curve: list[Decimal]) -> str:
    """Return the statement by hand about these designs."""
    counts = (
        f"count(*) FILTER (WHERE m.score_pmt <= {cutoff}{f' AND ({ELIGIBLE})' if design.rules else ''})"
        for design in designs
        for cutoff in curve
    )
    return COMPARE_BY_HAND.format(counts=", ".join(counts), all=ALL)


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


def spell_usually(names: Sequence[str]) -> list[str]:
    """Return the usual spelling of each name."""
    return [spellings.split("|")[0] for spellings in names]


def insert_members(stage: Stage) -> None:
    """Give the households their members, once: the demonstration of a million has none."""
    if Member.objects.exists():
        return
    with stage.database() as database, database.transaction():
        database.execute("ALTER TABLE registry_membre_menage DISABLE TRIGGER USER")
        database.execute(SQL["insert_members"], {"femmes": spell_usually(WOMEN), "hommes": spell_usually(MEN)})
        database.execute("ALTER TABLE registry_membre_menage ENABLE TRIGGER USER")
    with stage.database() as database:
        database.execute("VACUUM ANALYZE registry_membre_menage")
    # Nothing was told of them.
    ProfileState.objects.all().delete()


def measure_profiles() -> Row:
    """Write the profiles of all households, then those of a few that changed."""
    ProfileState.objects.all().delete()
    written = seconds(refresh_profiles)
    ids = list(Household.objects.order_by("-id").values_list("id", flat=True)[:CHANGED])
    Household.objects.filter(id__in=ids).update(updated_at=timezone.now())
    again = seconds(refresh_profiles)
    work = f"profiles of all households, {Member.objects.count():,} members; of {CHANGED} that changed"
    return Row(work, "", f"{written:.1f}; {again:.2f} s", True)


def eligibility(stage: Stage) -> list[Row]:
    """Each work beside a statement that somebody would write for it by hand, on the same rows, warmed up likewise."""
    insert_members(stage)
    user = find_active_user(User.objects.filter(role__code="ROLE_ADMIN", is_active=True).first().id)
    rule_set = store_rules(user)
    try:
        return [
            measure_profiles(),
            *measure_rules(),
            *measure_designs(),
            *measure_writing(rule_set, user),
            measure_one(stage, rule_set),
        ]
    finally:
        RuleSet.objects.filter(code="MESURE").delete()


def measure_rules() -> list[Row]:
    compiled, source = compile_rules(DEFINITION), compile_households(Household.objects.all())
    counted = timed(tuned(lambda: count_groups(compiled, source)), 5)
    by_hand = timed(tuned(lambda: execute(COUNT_BY_HAND)), 5)
    simulated = timed(lambda: simulate_rules(DEFINITION, [], 20, EVERYBODY), 10)
    hand = timed(lambda: execute(COUNT_BY_HAND), 10)
    ratio = counted.p50 / by_hand.p50
    return [
        Row(
            "10 rules, members and distances",
            "≤ 1.3 x by hand",
            f"{counted}; by hand {by_hand}; {ratio:.2f}",
            ratio <= 1.3,
        ),
        Row(
            "simulating 10 unsaved rules, members and distances, over all",
            "p95 under 1.5 s",
            f"{simulated}; the counts by hand {hand}; {simulated.p50 / hand.p50:.2f}",
            simulated.p95 < 1500,
        ),
    ]


def measure_writing(rule_set: UUID, user: Any) -> list[Row]:
    def written() -> int:
        get_connection().forget_locks()  # all works of a measurement share one transaction
        version = find_current_version(rule_set)
        return evaluate_batch(version=version, filters={}, is_update=True, user=user).modifies or 0

    for work in (updated_by_hand, written):
        spent(work)
    [hand] = spent(updated_by_hand)
    change, again = spent(written, written)
    ratio = change.seconds / hand.seconds
    return [
        Row(
            "evaluating all and writing who is eligible; again",
            "≤ 1.5 x by hand, then none written",
            f"{change}; by hand {hand}; ratio {ratio:.2f}; {again}",
            ratio <= 1.5 and again.rows == 0 and change.rows == hand.rows,
        )
    ]


def measure_designs() -> list[Row]:
    method = find_method_in_force()
    # Two with rules, of which one, as one without, takes the score that a method gives instead of the stored one.
    designs = [
        Design(
            f"{cutoff}",
            DEFINITION if cutoff > 45 else None,
            method=method if cutoff in (40, 60) else None,
            cutoff=Decimal(cutoff),
        )
        for cutoff in CUTOFFS
    ]
    costs, curve = Costs(15_000, 4, None), [Decimal(cutoff) for cutoff in range(5, 105, 5)]

    def compare(compared: list[Design]) -> Any:
        rules = [design.rules for design in compared if design.rules]
        return compare_designs(compared, compile_evaluated(rules, {}, EVERYBODY), costs, curve)

    compared = timed(lambda: compare(designs), 3)
    hand = timed(lambda: execute(write_comparison(designs, curve)), 3)
    others = timed(lambda: compare(SHARED), 3)
    return [
        Row(
            "laboratory: 4 designs, two of them by a method, x 20 cut-offs",
            "under 5 s",
            f"{compared}; by hand, all by stored scores, {hand}; {compared.p50 / hand.p50:.2f}",
            compared.p95 < 5000,
        ),
        Row(
            "the same of four other designs: quotas by poor people and need, the poorest of each sector",
            "",
            str(others),
            True,
        ),
    ]


def measure_one(stage: Stage, rule_set: UUID) -> Row:
    """The endpoint over HTTP: it finds the version, explains it, and stores the evaluation."""
    household, client = Household.objects.order_by("id").values_list("id", flat=True)[:1].get(), stage.client()
    body, path = {"ruleSetId": str(rule_set)}, f"/api/eligibility/evaluate/menage/{household}"
    explained = timed(lambda: client.post(path, body), 100)
    hand = timed(lambda: execute(EXPLAIN_BY_HAND, {"household": household}), 100)
    return Row(
        "explaining 10 rules of one household over HTTP, and storing it",
        "p95 under 30 ms",
        f"{explained}; the statement by hand {hand}",
        explained.p95 < 30,
    )


def give_history(programme: Programme, cursor: Any) -> None:
    """Pay the principals of a measurement in six cycles, and check a conditionality of theirs as often."""
    Cycle.objects.bulk_create(
        Cycle(
            code=f"MESURE-{number}",
            nom="Mesure",
            programme=programme,
            numero_sequence=90_000 + number,
            date_debut=date(1990, number, 1),
            date_fin=date(1990, number, 28),
            montant_par_beneficiaire=15_000,
            niveaux_requis=1,
        )
        for number in range(1, CYCLES + 1)
    )
    cursor.execute(PAY, {"programme": programme.id})
    asked = Conditionality.objects.create(programme=programme, code="MESURE", nom="Mesure", categorie="education")
    cursor.execute(CHECK, {"programme": programme.id, "conditionality": asked.id, "cycles": CYCLES})


def graduation(stage: Stage) -> list[Row]:
    """The candidates of a programme of 200,000 principals, or of as many as there are households; all is rolled back."""
    user = find_active_user(User.objects.filter(role__code="ROLE_ADMIN", is_active=True).first().id)
    # The emptiest: others would count their own people too.
    programme = Programme.objects.filter(statut="actif").annotate(n=Count("beneficiaires")).order_by("n")[:1].get()
    with transaction.atomic():
        with audit_operation("mesure"), open_bulk_load(), connection.cursor() as cursor:
            cursor.execute(ENROL, {"programme": programme.id, "count": PEOPLE})
            count = cursor.rowcount
            give_history(programme, cursor)
            for table in ("beneficiaire", "paiement", "conditionnalite_verification"):
                cursor.execute(f"ANALYZE transfers_{table}")
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
        hand = timed(lambda: execute(CANDIDATES_BY_HAND, {"programme": programme.id}), 3)
        transaction.set_rollback(True)
    return [
        Row(
            f"graduation candidates of a programme of {count:,}, four criteria, six payments and checks each:"
            f" {found.total:,} found",
            "under 5 s",
            f"{told}; by hand {hand}; {told.p50 / hand.p50:.2f}",
            told.p95 < 5000 and found.total > 0,
        )
    ]
