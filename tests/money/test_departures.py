"""Who leaves after the list was calculated, the last cycles of a programme, and other ways for what failed."""

import pytest
from django.utils import timezone

from accounts.roles.models import Role
from config.postgis.base import get_connection
from tests.conftest import make_user
from tests.money.colleagues import correct_accounts
from transfers.beneficiaries.models import Beneficiary
from transfers.cycles.models import Cycle
from transfers.execution.models import Attempt, Run
from transfers.graduation.models import Graduation
from transfers.ledger.api import check_ledger
from transfers.operators.accounts.services import create_account
from transfers.operators.models import Operator
from transfers.payments.models import Payment
from transfers.programmes.models import Programme
from transfers.programmes.services import end_completed_programmes


@pytest.fixture
def execute(api, cast):
    def run(cycle, path="executer", user=None, **body):
        get_connection().forget_locks()
        body = {"fournisseur": "simulateur", "operateur": "operator_a_money"} | body
        return api(user or cast.admin).post(f"/api/cycles/{cycle.id}/{path}", body)

    return run


@pytest.fixture
def graduate(api, cast):
    """Approve the graduation of somebody; its id, and the cycles that the answer names."""

    def decide(person):
        values = {"date_proposition": "2025-01-01", "date_evaluation": "2025-01-02", "score_global": 60}
        row = Graduation.objects.create(beneficiaire=person, menage=person.menage, statut="evaluee", **values)
        get_connection().forget_locks()
        answer = api(cast.admin).put(f"/api/graduations/{row.id}/decide", {"approuver": True})
        assert answer.status_code == 200, answer.content
        return row.id, {(cycle["code"], cycle["effet"], cycle["nombre"]) for cycle in answer.json()["data"]["cycles"]}

    return decide


def test_a_list_under_validation_with_somebody_graduated_is_refused(world, execute, graduate, api, cast):
    """As the answer to the decision says; cancelling the graduation lets the list go on, and pays everybody."""
    world.enrol(2)
    cycle = world.plan()
    world.fund(100_000)
    Cycle.objects.update(statut_validation="en_attente", niveau_validation=0, tour_validation=2)
    graduation, told = graduate(world.beneficiaries[0])
    assert told == {(cycle.code, "recalculer", 1)}
    levels = ("transferts.valider_niveau_1", "transferts.valider_niveau_2")
    rights = ["administration.toutes_regions", "transferts.lire", *levels]
    role = Role.objects.create(code="ROLE_NIVEAUX", nom="Niveaux", permissions=rights)
    first, second = make_user(role.code), make_user(role.code)

    def validate(user):
        get_connection().forget_locks()
        return api(user).post(f"/api/cycles/{cycle.id}/valider")

    refused = validate(first)
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    assert "1 personne de la liste est graduée" in refused.json()["error"]
    get_connection().forget_locks()
    api(cast.admin).put(f"/api/graduations/{graduation}/cancel", {"motif": "Erreur"})
    assert [validate(user).status_code for user in (first, second)] == [200, 200]
    assert execute(cycle).json()["data"]["reussis"] == 2


def test_a_graduate_is_not_paid_for_a_later_period(world, execute, graduate):
    """Neither by what was planned nor by trying again what failed; what had begun is paid, by trying again as well."""
    world.enrol(2)
    world.fund(200_000)
    today = timezone.localdate()
    begun, failed = world.plan(month=1), world.plan(month=2)
    later = world.plan(month=1, year=today.year + 1)
    later_failed = world.plan(month=2, year=today.year + 1)
    for cycle in (failed, later_failed):
        execute(cycle, simulation={"tauxEchec": 100})
    told = graduate(world.beneficiaries[0])[1]
    assert told == {
        (begun.code, "paye", 1),
        (failed.code, "paye", 1),
        (later.code, "non_paye", 1),
        (later_failed.code, "non_paye", 1),
    }
    again = {"simulation": {"tauxEchec": 0}}
    assert execute(begun).json()["data"]["reussis"] == 2
    assert execute(failed, "relancer-echecs", **again).json()["data"]["reussis"] == 2
    paid = execute(later).json()
    assert paid["data"]["reussis"] == 1
    assert "1 personne suspendue, sortie ou graduée n'est pas payée." in paid["message"]
    assert execute(later_failed, "relancer-echecs", **again).json()["data"]["reussis"] == 1
    refused = execute(later_failed, "relancer-echecs", **again)
    assert (refused.status_code, "1 personne" in refused.json()["error"]) == (409, True)
    assert (world.balance(), check_ledger()) == ((110_000, 0), [])


def test_who_was_suspended_after_the_validation_is_not_paid(world, execute):
    """The list says who may be paid: whoever is suspended, or has left, is left out, and paid once that has ended."""
    world.enrol(4)
    cycle = world.plan()
    world.fund(100_000)
    suspended, gone = (world.beneficiaries[place] for place in (1, 2))
    Beneficiary.objects.filter(id=suspended.id).update(statut_enrolement="suspendu")
    Beneficiary.objects.filter(id=gone.id).update(
        statut_enrolement="sorti", date_sortie="2025-02-10T00:00:00Z", motif_sortie="deces"
    )
    answer = execute(cycle).json()
    assert (answer["data"]["nbPaiements"], answer["data"]["reussis"]) == (2, 2)
    assert answer["message"] == "2 paiements réussis. 2 personnes suspendues, sorties ou graduées ne sont pas payées."
    assert world.balance() == (70_000, 0)
    again = execute(cycle)
    assert (again.status_code, again.json()["code"]) == (409, "CONFLICT")
    assert "2 personnes" in again.json()["error"]
    Beneficiary.objects.filter(id=suspended.id).update(statut_enrolement="actif")
    assert execute(cycle).json()["data"]["reussis"] == 1
    assert (world.balance(), check_ledger()) == ((55_000, 0), [])


def test_an_account_that_was_corrected_after_the_list_is_not_paid_unseen(world, execute, api, cast):
    """Neither on the old number nor by who corrected it: somebody tries that payment by itself, on the new number."""
    world.enrol(3)
    cycle = world.plan()
    world.fund(100_000)
    one, other, same = world.beneficiaries
    Beneficiary.objects.filter(id=same.id).update(compte_bancaire="0042-17")  # is not paid there
    correct_accounts(Beneficiary.objects.filter(id=one.id), compte_mobile="+245966000001")
    Beneficiary.objects.filter(id=other.id).update(mode_paiement="especes")
    answer = execute(cycle).json()
    assert answer["message"] == (
        "1 paiement réussi. Les comptes de 2 personnes ont changé depuis le calcul : elles ne sont pas payées,"
        " relancez leurs paiements."
    )
    again = execute(cycle)
    assert (again.status_code, again.json()["code"]) == (409, "CONFLICT")
    assert Attempt.objects.count() == 1
    get_connection().forget_locks()
    body = {"fournisseur": "simulateur", "operateur": "operator_a_money"}
    moved = Payment.objects.get(beneficiaire=one)
    assert api(cast.admin).post(f"/api/paiements/{moved.id}/relancer", body).status_code == 200
    attempt = Attempt.objects.get(paiement=moved)
    assert (attempt.etat, attempt.destination) == ("confirmee", "+245966000001")
    Beneficiary.objects.filter(id=other.id).update(mode_paiement="mobile_money")
    assert execute(cycle).json()["data"]["reussis"] == 1
    assert (world.balance(), check_ledger()) == ((55_000, 0), [])


def test_a_substitute_is_not_paid_for_who_was_suspended(world, execute):
    world.enrol(1)
    principal = world.beneficiaries[0]
    substitute = Beneficiary.objects.create(
        code="TM-S",
        menage=principal.menage,
        programme=world.programme,
        nom_complet="Suppléante",
        compte_mobile="+245951234567",
        type="substitut",
        principal=principal,
    )
    world.beneficiaries = [substitute]
    cycle = world.plan()
    world.fund(100_000)
    Beneficiary.objects.filter(id=principal.id).update(statut_enrolement="suspendu")
    assert execute(cycle).status_code == 409
    assert (world.balance(), Attempt.objects.count()) == ((100_000, 0), 0)


def test_the_last_cycles_of_an_ended_programme_are_paid(world, execute):
    world.enrol(2)
    cycle = world.plan()
    world.fund(100_000)
    Programme.objects.update(statut="suspendu")
    assert execute(cycle).json()["code"] == "INVALID_STATUS"
    Programme.objects.update(statut="termine")
    assert execute(cycle).json()["data"]["reussis"] == 2


def test_a_programme_ends_when_its_planned_cycles_are_executed(world, execute):
    world.enrol(2)
    world.fund(200_000)
    Programme.objects.update(nombre_cycles_prevus=2)
    first = world.plan()
    execute(first)
    execute(world.plan(periode=first))
    assert end_completed_programmes() == 0, "a supplementary cycle is not planned"
    execute(world.plan(month=3))
    assert (end_completed_programmes(), Programme.objects.get().statut) == (1, "termine")
    assert end_completed_programmes() == 0


def test_a_production_server_simulates_no_payments(world, execute, settings):
    world.enrol(1)
    cycle = world.plan()
    world.fund(100_000)
    settings.SIMULATED_PAYMENTS = False
    refused = execute(cycle)
    assert (refused.status_code, refused.json()["code"]) == (503, "NOT_CONFIGURED")
    assert (world.balance(), Attempt.objects.count()) == ((100_000, 0), 0)


@pytest.mark.parametrize("is_allowed", [True, False])
def test_a_console_learns_how_this_server_pays(world, settings, api, cast, is_allowed):
    settings.SIMULATED_PAYMENTS = is_allowed
    world.enrol(1)
    shown = api(cast.admin).get(f"/api/cycles/{world.plan().id}/executions").json()["fournisseurs"]
    assert ("simulateur" in shown, "fichier" in shown) == (is_allowed, True)


def test_a_corrected_account_at_another_operator_is_paid_there(world, execute, api, cast):
    """One payment at a time, and only when the operator is named: a number of one means nothing at the other."""
    world.enrol(2)
    cycle = world.plan()
    world.fund(100_000)
    create_account(
        operator=Operator.objects.get(code="operator_b_money"),
        project=world.project,
        opening=50_000,
        values={"numero_compte": "66001", "nom_compte": "Autre compte"},
        user=world.treasurer,
    )
    get_connection().forget_locks()
    execute(cycle, simulation={"tauxEchec": 100})
    one, other = Payment.objects.order_by("id")
    correct_accounts(Beneficiary.objects.filter(id=one.beneficiaire_id), numero_op_b="+245966000001")
    assert execute(cycle, "relancer-echecs", operateur="operator_b_money").status_code == 409
    get_connection().forget_locks()
    body = {"operateur": "operator_b_money", "simulation": {"tauxEchec": 0}}
    answer = api(cast.admin).post(f"/api/paiements/{one.id}/relancer", body)
    assert answer.status_code == 200, answer.content
    one.refresh_from_db()
    assert (one.statut, one.operateur_id) == ("reussi", "operator_b_money")
    assert one.tentatives.order_by("numero").last().destination == "+245966000001"
    assert (Payment.objects.get(id=other.id).statut, check_ledger()) == ("echoue", [])


def test_a_retry_without_a_provider_goes_the_way_of_the_first(world, execute, api, cast):
    world.enrol(1)
    cycle = world.plan()
    world.fund(100_000)
    execute(cycle, simulation={"tauxEchec": 100})
    Run.objects.update(options={})
    get_connection().forget_locks()
    assert api(cast.admin).post(f"/api/paiements/{Payment.objects.get().id}/relancer").status_code == 200
    assert Payment.objects.get().statut == "reussi"
