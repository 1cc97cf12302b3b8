"""The agenda, the activity and the rates of complaints of a whole country, compared with plain SQL over its rows."""

import io
from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.jobs.models import Job
from accounts.users.models import User
from analysis.dashboards.agenda.rules import MATTERS
from registry.duplicates.models import Pair
from registry.households.models import Household
from tests.analysis.dashboards.country import OPEN, READABLE, ROLES, TODAY, VISIBLE, describe_reader, fetch
from tests.analysis.dashboards.figures import check_figures, check_lists, check_sums
from transfers.complaints.models import Complaint

pytestmark = pytest.mark.django_db
AGENDA = {
    "cycles_a_valider": """
      SELECT count(*) FROM transfers_cycle AS c JOIN transfers_programme AS p ON p.id = c.programme_id
      WHERE c.statut_validation = 'en_attente' AND p.statut IN ('actif', 'termine')
        AND c.niveau_validation + 1 = ANY(%(levels)s)
        AND c.calcule_par_id IS DISTINCT FROM %(user)s AND c.soumis_par_id IS DISTINCT FROM %(user)s
        AND NOT EXISTS (SELECT FROM transfers_approbation AS a WHERE a.cycle_id = c.id AND a.tour = c.tour_validation
          AND a.action = 'validation' AND a.user_id = %(user)s)
        AND NOT EXISTS (SELECT FROM transfers_paiement AS x WHERE x.cycle_id = c.id AND x.exclu_par_id = %(user)s)
        AND (%(everywhere)s OR (
          EXISTS (SELECT FROM transfers_programme_region AS r WHERE r.programme_id = p.id)
          AND NOT EXISTS (SELECT FROM transfers_programme_region AS r
            WHERE r.programme_id = p.id AND r.region_id <> ALL(%(regions)s))
          AND NOT EXISTS (SELECT FROM transfers_paiement AS x
            WHERE x.cycle_id = c.id AND (x.region_id IS NULL OR x.region_id <> ALL(%(regions)s)))))""",
    "comptes_insuffisants": """
      SELECT count(*) FROM transfers_compte_operateur AS a JOIN transfers_compte AS k ON k.id = a.compte_id
      WHERE a.actif AND k.solde - k.reserve < (
        SELECT coalesce(sum(x.montant + coalesce(x.taxe_administrative, 0) + coalesce(x.frais_retrait, 0)), 0)
        FROM transfers_paiement AS x JOIN transfers_cycle AS c ON c.id = x.cycle_id
        JOIN transfers_programme AS p ON p.id = c.programme_id
        WHERE p.projet_id = a.projet_id AND c.statut_validation = 'valide' AND x.statut = 'planifie'
          AND (x.operateur_id = a.operateur_id OR x.operateur_id IS NULL AND NOT EXISTS (
            SELECT FROM transfers_compte_operateur AS o WHERE o.projet_id = a.projet_id AND o.actif AND o <> a)))""",
    "plaintes_escaladees": f"""SELECT count(*) FROM transfers_plainte
      WHERE {OPEN} AND niveau_escalade = 2 AND echeance < {TODAY} AND {READABLE}""",
    "plaintes_depassees": f"SELECT count(*) FROM transfers_plainte WHERE {OPEN} AND echeance < {TODAY} AND {READABLE}",
    "plaintes_proches": f"""SELECT count(*) FROM transfers_plainte
      WHERE {OPEN} AND echeance BETWEEN {TODAY} AND {TODAY} + 2 AND {READABLE}""",
    "rapprochements_a_traiter": f"""
      SELECT count(DISTINCT session_id) FROM transfers_rapprochement_entree AS e
      WHERE session_id IN (SELECT id FROM transfers_rapprochement WHERE statut IN ('en_cours', 'a_valider')) AND {VISIBLE}
        AND CASE statut
          WHEN 'erreur' THEN source = 'sig' OR raison IN ('paye_deux_fois', 'retour_a_verifier')
          WHEN 'non_rapprochee' THEN coalesce(raison, '') <> ALL(CASE source
            WHEN 'sig' THEN ARRAY['non_envoye', 'echec_confirme'] ELSE ARRAY['autre_operation', 'deja_utilisee'] END)
          ELSE false END""",
    "taches_echouees": f"""SELECT count(*) FROM accounts_job WHERE user_id = %(user)s AND statut = 'echoue'
      AND (created_at AT TIME ZONE 'Africa/Bissau')::date >= {TODAY} - 7""",
    "imports_avec_erreurs": f"""SELECT count(*) FROM accounts_job WHERE user_id = %(user)s AND statut = 'termine'
      AND type LIKE 'import%%' AND parametres ->> 'action' IS DISTINCT FROM 'validate'
      AND jsonb_array_length(coalesce(resultat -> 'errors', resultat -> 'erreurs', '[]')) > 0
      AND (created_at AT TIME ZONE 'Africa/Bissau')::date >= {TODAY} - 7""",
    "menages_a_valider": f"""SELECT count(*) FROM registry_menage
      WHERE statut_collecte = 'pre_collecte' AND statut = 'en_attente' AND {VISIBLE}""",
    "doublons_a_decider": f"""SELECT count(*) FROM registry_doublon WHERE decision IS NULL AND score >= %(review)s
      AND menage_a_id IN (SELECT id FROM registry_menage WHERE {VISIBLE})
      AND menage_b_id IN (SELECT id FROM registry_menage WHERE {VISIBLE})""",
}
ACTIVITY = f"""
SELECT type, date FROM (
  SELECT 'menage' AS type, date FROM accounts_audit
  WHERE %(registry)s AND {VISIBLE} AND (
    model = 'menage' AND action IN ('creation', 'modification', 'suppression') AND operation_id IS NULL
    OR model = 'import_menages' AND action = 'operation')
  UNION ALL SELECT 'paiement', date FROM transfers_approbation WHERE %(transfers)s
  UNION ALL SELECT 'paiement', created_at FROM transfers_execution WHERE %(transfers)s
  UNION ALL SELECT 'plainte', m.date FROM transfers_plainte_mouvement AS m
  JOIN transfers_plainte AS p ON p.id = m.plainte_id WHERE %(complaints)s AND {READABLE}
) AS done ORDER BY date DESC LIMIT 50
"""
AREAS = f"""
SELECT a.id::text, a.nom, count(p.id), count(p.id) FILTER (WHERE p.statut IN ('nouvelle', 'ouverte', 'en_cours')),
  count(p.id) FILTER (WHERE {OPEN.replace("statut IN", "p.statut IN")} AND echeance < {TODAY}),
  (SELECT count(*) FROM registry_menage AS h WHERE h.{{level}}_id = a.id),
  (SELECT count(*) FROM transfers_beneficiaire AS b JOIN registry_menage AS h ON h.id = b.menage_id
   WHERE h.{{level}}_id = a.id)
FROM geo_{{level}} AS a
LEFT JOIN transfers_plainte AS p ON p.{{level}}_id = a.id AND p.categorie <> 'vbg'
  AND (%(integrity)s OR p.categorie <> 'corruption')
WHERE %(everywhere)s OR a.{{own}} = ANY(%(regions)s)
GROUP BY a.id
"""

PAID = """
SELECT a.id::text, a.nom, count(p.id) FILTER (WHERE p.statut = 'reussi'), count(p.id) FILTER (WHERE p.statut = 'echoue'),
  coalesce(sum(coalesce(p.montant_recu, p.montant)) FILTER (WHERE p.statut = 'reussi'), 0)::bigint
FROM geo_{level} AS a
LEFT JOIN transfers_paiement AS p ON p.{level}_id = a.id AND p.date_execution IS NOT NULL
WHERE %(everywhere)s OR a.{own} = ANY(%(regions)s)
GROUP BY a.id
"""


@pytest.fixture(scope="module")
def people(kept_db):
    """The accounts of a demonstration of 2,000 households, in which a little more has happened."""
    with kept_db():
        return build_country()


def build_country():
    call_command("seed_demo", menages=2000, seed=3, stdout=io.StringIO())
    accounts = {user.email.partition("@")[0]: user for user in User.objects.select_related("role")}
    homes = list(Household.objects.order_by("id")[:40])
    pairs = [sorted((homes[n].id, homes[n + 1].id)) for n in range(0, 40, 2)]
    Pair.objects.bulk_create(
        Pair(menage_a_id=first, menage_b_id=second, score=99 - 3 * n, empreinte=first)
        for n, (first, second) in enumerate(pairs)
    )
    for home in homes[::8]:
        home.taille_menage += 1
        home.save()
    late = Complaint.objects.filter(statut="en_cours").order_by("id").first()
    assert late is not None
    late.suspendue_depuis = late.echeance = "2026-01-02"
    late.motif_suspension = "attente_enquete"
    late.save()
    # On some days of the week none of the demonstration is near its term.
    near = (
        Complaint.objects.filter(statut="ouverte", suspendue_depuis=None, categorie="paiement").order_by("id").first()
    )
    assert near is not None
    near.echeance = timezone.localdate() + timedelta(days=1)
    near.save()
    # On others none of so few has been late for long enough for the direction.
    raised = Complaint.objects.filter(statut__in=("nouvelle", "ouverte"), categorie="paiement").exclude(id=near.id)
    Complaint.objects.filter(id=raised.order_by("id")[:1].get().id).update(
        niveau_escalade=2, echeance=timezone.localdate() - timedelta(days=9)
    )
    Job.objects.bulk_create(Job(type="import_menages", statut="echoue", user=accounts["admin"]) for _ in range(2))
    Job.objects.create(type="import_menages", statut="termine", user=accounts["admin"], resultat={"errors": ["?"]})
    return accounts


@pytest.fixture
def reading(api):
    """Read paths of the API as one user."""

    def read_as(user):
        client = api(user)

        def read(path, **query):
            answer = client.get(f"/api/{path}", query)
            assert answer.status_code == 200, answer.content
            return answer.json()

        return read

    return read_as


def test_numbers_are_those_of_plain_sql(people, api):
    seen: set[str] = set()
    paid: set[bool] = set()
    for name in ROLES:
        user, client, values = people[name], api(people[name]), describe_reader(people[name])
        expected = {
            code: fetch(statement, values)[0][0]
            for code, statement in AGENDA.items()
            if all(user.holds(permission) for permission in MATTERS[code].permissions)
        }
        told = {item["code"]: item["nombre"] for item in client.get("/api/dashboard/a-faire").json()["data"]}
        assert told == {code: number for code, number in expected.items() if number}, name
        seen |= told.keys()
        done = client.get("/api/dashboard/recent-activity", {"limit": 50}).json()["data"]
        shown = [(item["type"], datetime.fromisoformat(item["timestamp"])) for item in done]
        assert sorted(shown) == sorted(fetch(ACTIVITY, values)), name
        for level, own in (("region", "id"), ("secteur", "region_id")):
            rows = client.get("/api/carte/stats/plaintes", {"niveau": level}).json()["data"]
            keys = ("id", "nom", "plaintes", "ouvertes", "enRetard")
            keys += ("menages",) if values["registry"] else ()
            keys += ("beneficiaires",) if values["transfers"] else ()
            counted = sorted(row[: len(keys)] for row in fetch(AREAS.format(level=level, own=own), values))
            assert sorted(tuple(row[key] for key in keys) for row in rows) == counted
            if not values["transfers"]:
                continue
            rows = client.get("/api/carte/stats/paiements", {"niveau": level}).json()["data"]
            told_paid = sorted(
                tuple(row[key] for key in ("id", "nom", "paiements", "echecs", "montant")) for row in rows
            )
            assert told_paid == sorted(fetch(PAID.format(level=level, own=own), values))
            paid |= {row["montant"] > 0 for row in rows}
    assert True in paid, "nobody was paid"
    assert seen >= MATTERS.keys() - {"comptes_insuffisants", "cycles_a_valider"}, "the country has nothing to compare"


def test_figures_are_those_of_plain_sql_and_of_their_lists(people, reading):
    paid = 0
    today = timezone.localdate()
    for name in ROLES:
        read, values = reading(people[name]), describe_reader(people[name])
        found = check_figures(read, values, {})
        check_lists(read, values, found)
        check_sums(read, values)
        check_figures(read, values, {"dateDebut": today - timedelta(days=200), "dateFin": today - timedelta(days=20)})
        paid += found["paiements"]["nombrePaiements"]
    assert paid, "nobody was paid"
