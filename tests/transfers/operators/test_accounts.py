"""Operator accounts over HTTP: opened, changed, filled, listed."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.files.models import StoredFile
from accounts.notifications.models import Notification
from config.postgis.base import get_connection
from registry.projects.models import Project
from transfers.ledger.api import check_ledger
from transfers.ledger.models import Movement
from transfers.operators.api import announce_alerts, funding_needs
from transfers.operators.models import OperatorAccount

ADDRESS = "/api/comptes-operateurs"


@pytest.fixture
def project(db):
    return Project.objects.create(code="MON", nom="Argent")


@pytest.fixture
def fill(api, cast, account):
    def deposit(amount=5000, reference="DEP-1", **values):
        body = {"montant": amount, "reference": reference, "dateDepot": "2025-02-01", "source": "virement"} | values
        return api(cast.admin).post(f"{ADDRESS}/{account}/depots", body)

    return deposit


@pytest.fixture
def account(api, cast, project):
    return open_account(api, cast.admin, project).json()["data"]["id"]


def open_account(api, user, project, **values):
    body = {
        "operateur": "operator_a_money",
        "numeroCompte": "245001",
        "nomCompte": "Compte du projet",
        "projetId": str(project.id),
        "soldeMinimum": 50000,
        "contacts": {"responsable": "Ana", "telephone": "+245955000011", "email": "ana@example.org"},
    }
    return api(user).post(ADDRESS, body | values)


def test_the_opening_balance_is_an_adjustment(api, cast, project):
    answer = open_account(api, cast.admin, project, soldeInitial=1000)
    assert answer.status_code == 201, answer.content
    shown = api(cast.admin).get(f"{ADDRESS}/{answer.json()['data']['id']}").json()["data"]
    assert (shown["solde"], shown["alerteSolde"], shown["dernierDepot"]) == (1000, True, None)
    assert shown["statsResume"] == {"totalDepots": 0, "totalPaiements": 0, "nombrePaiements": 0}
    movements = api(cast.admin).get(f"{ADDRESS}/{shown['id']}/mouvements?type=ajustement").json()
    (movement,) = movements["data"]
    assert (movement["soldeAvant"], movement["soldeApres"], movement["createdBy"]["id"]) == (
        0,
        1000,
        str(cast.admin.id),
    )
    assert movement["typeLabel"] == "Solde d'ouverture"
    assert {name: amount for name, amount in shown["ajustements"].items() if amount} == {"ouverture": 1000}
    assert check_ledger() == []


READS = ("", "/stats", "/alertes", "/{id}", "/{id}/mouvements", "/{id}/stats", "/{id}/releve-mensuel?mois=2025-02")


def test_accounts_are_read_by_who_handles_payments(api, cast, account):
    """An interviewer reads what a household was paid, and not what the country has on its accounts."""
    paths = [ADDRESS + path.format(id=account) for path in READS]
    payer, reader = api(cast.agent_west), api(cast.reader_west)
    assert {payer.get(path).status_code for path in paths} == {200}
    assert {reader.get(path).status_code for path in paths} == {403}
    assert reader.get(f"{ADDRESS}/operateurs").status_code == 200


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"operateur": "operateur_inconnu"}, "operateur"),
        ({"operateur": "operator_e"}, "operateur"),
        ({"projetId": "00000000-0000-7000-8000-000000000000"}, "projetId"),
        ({"soldeInitial": -1}, "soldeInitial"),
        ({"soldeInitial": 0.5}, "soldeInitial"),
        ({"soldeInitial": 10**30}, "soldeInitial"),
        ({"soldeMinimum": "beaucoup"}, "soldeMinimum"),
        ({"contacts": {"telefone": "1"}}, "contacts.telefone"),
        ({"numeroCompte": ""}, "numeroCompte"),
    ],
)
def test_what_makes_no_sense_is_refused_by_field(api, cast, project, values, field):
    answer = open_account(api, cast.admin, project, **values)
    assert (answer.status_code, list(answer.json()["details"])) == (400, [field])
    assert not OperatorAccount.objects.exists()


def test_a_project_has_one_active_account_at_an_operator(api, cast, project, account):
    again = open_account(api, cast.admin, project, numeroCompte="245002")
    assert (again.status_code, again.json()["code"]) == (409, "CONFLICT")
    assert open_account(api, cast.admin, project).json()["code"] == "DUPLICATE_CODE"
    api(cast.admin).put(f"{ADDRESS}/{account}", {"statut": "inactif"})
    assert open_account(api, cast.admin, project, numeroCompte="245002").status_code == 201


def test_a_deposit_is_posted_once(api, cast, account, fill):
    answer = fill(5000, notes="Première tranche")
    assert (answer.status_code, answer.json()["data"]["nouveauSolde"]) == (201, 5000)
    get_connection().forget_locks()
    again = fill(5000)
    assert (again.status_code, again.json()["code"]) == (409, "CONFLICT")
    shown = api(cast.admin).get(f"{ADDRESS}/{account}").json()["data"]
    assert (shown["solde"], shown["dernierDepot"]) == (
        5000,
        {"date": "2025-02-01", "montant": 5000, "reference": "DEP-1"},
    )
    assert check_ledger() == []


@pytest.mark.parametrize(
    "reference",
    [
        " DEP-1 ",
        "DEP-1\u200b",
        "\u2066DEP-1\u2069",
        "DEP-\u00ad1",
        "ＤＥＰ－１",
        "\ufeffDEP-1\u00a0",
        "dep-1",
        "Dep -1",
        "D EP - 1",
    ],
)
def test_a_deposit_is_not_posted_again_under_a_reference_that_looks_the_same(account, fill, reference):
    fill(5000)
    get_connection().forget_locks()
    again = fill(5000, reference=reference)
    assert (again.status_code, again.json()["code"]) == (409, "CONFLICT")
    assert (Movement.objects.filter(compte_id=account).count(), check_ledger()) == (1, [])


def test_a_reference_of_nothing_visible_is_none(account, fill):
    assert list(fill(reference="\u200b\u2060").json()["details"]) == ["reference"]


@pytest.mark.parametrize("day", ["0001-01-01", "1900-01-01", "1999-12-31"])
def test_a_deposit_is_not_dated_before_all_programmes(account, fill, day):
    assert list(fill(dateDepot=day).json()["details"]) == ["dateDepot"]


@pytest.mark.parametrize("amount", [0, -5, 100.5, "NaN", 10**30, None, True, "1e3", "١٢٣", "１２３", "1_000"])
def test_an_amount_is_a_whole_number(account, fill, amount):
    answer = fill(amount)
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["montant"])


def test_a_deposit_is_not_dated_tomorrow(account, fill):
    tomorrow = timezone.localdate() + timedelta(days=1)
    answer = fill(dateDepot=tomorrow.isoformat())
    assert list(answer.json()["details"]) == ["dateDepot"]


def test_an_inactive_account_and_a_read_only_project_take_nothing(api, cast, account, project, fill):
    api(cast.admin).put(f"{ADDRESS}/{account}", {"statut": "inactif"})
    assert fill().json()["code"] == "INVALID_STATUS"
    api(cast.admin).put(f"{ADDRESS}/{account}", {"statut": "actif"})
    Project.objects.update(lecture_seule=True)
    assert fill().json()["code"] == "READ_ONLY_PROJECT"


def test_a_voucher_is_a_file_of_the_caller(cast, account, fill):
    unknown = fill(pieceJustificative="00000000-0000-7000-8000-000000000000")
    assert (unknown.status_code, list(unknown.json()["details"])) == (400, ["pieceJustificative"])
    later = timezone.now() + timedelta(hours=1)
    voucher = StoredFile.objects.create(
        nom="recu.pdf", taille=3, type="application/pdf", usage="depot", user_id=cast.admin.id, expires_at=later
    )
    get_connection().forget_locks()
    assert fill(pieceJustificative=str(voucher.id)).status_code == 201
    voucher.refresh_from_db()
    assert voucher.expires_at is None


def test_only_who_manages_accounts_for_the_country_writes(api, cast, project, account, fill):
    for user in (cast.agent_west, cast.stranger):
        assert open_account(api, user, project).status_code == 403
        assert api(user).post(f"{ADDRESS}/{account}/depots", {}).status_code == 403
    assert api(cast.agent_west).get(f"{ADDRESS}/{account}").status_code == 200


def test_the_number_stays_after_the_first_movement(api, cast, account, fill):
    assert api(cast.admin).put(f"{ADDRESS}/{account}", {"numeroCompte": "245009"}).status_code == 200
    fill()
    answer = api(cast.admin).put(f"{ADDRESS}/{account}", {"numeroCompte": "245010"})
    assert list(answer.json()["details"]) == ["numeroCompte"]


def test_an_account_with_movements_is_not_deleted(api, cast, account, fill):
    fill()
    answer = api(cast.admin).delete(f"{ADDRESS}/{account}")
    assert (answer.status_code, answer.json()["code"]) == (400, "HAS_DEPENDENCIES")
    assert OperatorAccount.objects.count() == 1


def test_an_unused_account_is_deleted(api, cast, account):
    assert api(cast.admin).delete(f"{ADDRESS}/{account}").status_code == 200
    assert not OperatorAccount.objects.exists()


def test_the_list_is_filtered(api, cast, project, account, fill):
    fill(90_000)
    open_account(api, cast.admin, project, operateur="operator_c", numeroCompte="777", nomCompte="Autre")
    for query, count in (
        ("operateur=operator_c", 1),
        (f"projet={project.id}", 2),
        ("statut=inactif", 0),
        ("search=projet", 1),
        ("search=245001", 1),
        ("search=CPT-", 2),
        ("search=zz", 0),
    ):
        shown = api(cast.admin).get(f"{ADDRESS}?{query}").json()
        assert (shown["pagination"]["total"], len(shown["data"])) == (count, count), query
    with CaptureQueriesContext(connection) as queries:
        api(cast.admin).get(ADDRESS)
    assert len(queries) < 10


def test_movements_are_paged_and_filtered_by_their_day(api, cast, account, fill):
    for number in range(3):
        get_connection().forget_locks()
        fill(100, f"DEP-{number}")
    address = f"{ADDRESS}/{account}/mouvements"
    page = api(cast.admin).get(f"{address}?limit=2").json()
    assert ([row["numero"] for row in page["data"]], page["pagination"]["total"]) == ([3, 2], 3)
    today = timezone.localdate().isoformat()
    assert api(cast.admin).get(f"{address}?dateDebut={today}&dateFin={today}").json()["pagination"]["total"] == 3
    assert api(cast.admin).get(f"{address}?dateFin=2025-02-01").json()["data"] == []
    assert api(cast.admin).get(f"{address}?dateDebut=0001-01-01&dateFin=9999-12-31").json()["pagination"]["total"] == 3
    assert api(cast.admin).get(f"{address}?dateDebut=hier").status_code == 400


def test_statistics_of_an_account(api, cast, account, fill):
    fill(5000)
    shown = api(cast.admin).get(f"{ADDRESS}/{account}/stats").json()["data"]
    assert shown["resume"] == {
        "totalDepots": 5000,
        "nombreDepots": 1,
        "totalPaiements": 0,
        "nombrePaiements": 0,
        "soldeDebut": 0,
        "soldeFin": 5000,
    }
    assert (len(shown["evolution"]), shown["evolution"][-1]["solde"], shown["evolution"][0]["solde"]) == (30, 5000, 0)
    assert date.fromisoformat(shown["periode"]["fin"]) == timezone.localdate()
    assert api(cast.admin).get(f"{ADDRESS}/{account}/stats?periode=siecle").status_code == 400


def test_totals_and_alerts(api, cast, account, fill):
    fill(5000)
    totals = api(cast.admin).get(f"{ADDRESS}/stats").json()["data"]
    assert (totals["soldeTotal"], totals["alertes"]) == (5000, {"soldeFaible": 1, "inactifs": 0})
    assert (totals["disponibleTotal"], totals["besoinValide"]) == (5000, 0)
    assert totals["activiteRecente"]["montantDepotsJour"] == 5000
    (alert,) = api(cast.admin).get(f"{ADDRESS}/alertes").json()["data"]
    assert (alert["typeAlerte"], alert["deficit"]) == ("solde_faible", 45000)
    assert "sous le seuil de 50\u00a0000 F CFA" in alert["message"].replace("\u202f", "\u00a0")


def test_a_treasurer_hears_before_a_cycle_fails(api, cast, account, fill):
    fill(60_000)
    needs = {OperatorAccount.objects.get().compte_id: 100_000}
    with funding_needs.override(cycles=lambda ids: needs):
        (alert,) = api(cast.admin).get(f"{ADDRESS}/alertes").json()["data"]
        assert (alert["typeAlerte"], alert["deficit"]) == ("deficit_previsionnel", 40_000)
        get_connection().forget_locks()
        assert announce_alerts() == 1
        get_connection().forget_locks()
        assert announce_alerts() == 0, "once, until the balance has recovered"
    assert Notification.objects.filter(user=cast.admin, category="paiement").count() == 1


def test_recalculating_repairs_nothing(api, cast, account, fill):
    fill(5000)
    address = f"{ADDRESS}/{account}/recalculer"
    shown = api(cast.admin).post(address).json()
    assert shown["data"] == {"ancienSolde": 5000, "nouveauSolde": 5000, "difference": 0, "nombreMouvements": 1}
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE transfers_compte DISABLE TRIGGER compte_guard")
        cursor.execute("UPDATE transfers_compte SET solde = 5001 WHERE nature = 'operateur'")
    get_connection().forget_locks()
    assert api(cast.admin).post(address).json()["data"]["difference"] == -1
    assert OperatorAccount.objects.get().compte.solde == 5001
    assert Notification.objects.filter(user=cast.admin, type="error").exists()


def test_a_change_of_an_old_version_is_a_conflict(api, cast, account):
    tag = api(cast.admin).get(f"{ADDRESS}/{account}").headers["ETag"]
    assert (
        api(cast.admin).put(f"{ADDRESS}/{account}", {"nomCompte": "Nouveau"}, headers={"If-Match": tag}).status_code
        == 200
    )
    late = api(cast.admin).put(f"{ADDRESS}/{account}", {"nomCompte": "Tard"}, headers={"If-Match": tag})
    assert late.status_code == 409
