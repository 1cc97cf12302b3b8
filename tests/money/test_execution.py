"""Cycles are paid over HTTP: reserved, sent, settled, once."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Sum

from accounts.notifications.models import Notification
from config.errors.problems import Problem
from config.postgis.base import get_connection
from registry.erasure.services import anonymise_household
from registry.households.models import Household
from tests.conftest import make_user
from transfers.beneficiaries.models import Beneficiary
from transfers.cycles.models import Cycle, PaymentTotal
from transfers.execution import jobs
from transfers.execution.models import Attempt, Callback, Run
from transfers.execution.settlement.services import settle_outcomes
from transfers.execution.types import Outcome
from transfers.ledger.api import check_ledger
from transfers.ledger.models import Movement
from transfers.payments.models import Payment
from transfers.programmes.models import Programme


@pytest.fixture
def execute(api, cast):
    def run(cycle, path="executer", user=None, **body):
        get_connection().forget_locks()
        body = {"fournisseur": "simulateur", "operateur": "operator_a_money"} | body
        return api(user or cast.admin).post(f"/api/cycles/{cycle.id}/{path}", body)

    return run


def test_the_end_of_a_run_is_told_to_who_sees_all_of_it(world, execute, api, cast, country):
    """Its counts are of the whole list: not for those who may pay in a region of it."""
    scoped = make_user("ROLE_ADMIN", country.west)
    world.enrol(4)
    cycle = world.plan()
    world.fund(100_000)
    execute(cycle)
    assert set(Payment.objects.values_list("region_id", flat=True)) > {country.west.id}
    told = Notification.objects.filter(category="paiement", type="success")
    assert set(told.values_list("user_id", flat=True)) >= {cast.admin.id}
    assert not told.filter(user=scoped).exists()


def totals(cycle):
    """Number, amount and fees by status, from the sums."""
    rows = PaymentTotal.objects.filter(cycle=cycle, nombre__gt=0).values_list("statut")
    return {
        statut: tuple(map(int, sums)) for statut, *sums in rows.annotate(Sum("nombre"), Sum("montant"), Sum("frais"))
    }


def test_a_cycle_is_paid(world, execute, cast):
    world.enrol(7)
    cycle = world.plan(fees=True)
    world.fund(200_000)
    answer = execute(cycle)
    assert answer.status_code == 200, answer.content
    shown = answer.json()["data"]
    assert (shown["statut"], shown["nbPaiements"], shown["reussis"], shown["echoues"]) == ("termine", 7, 7, 0)
    assert shown["montantTotal"] == 7 * 15_000
    assert world.balance() == (200_000 - 7 * 15_250, 0)
    paid = Payment.objects.filter(cycle=cycle)
    assert {(row.statut, row.reference_operateur[:4], row.date_execution is None) for row in paid} == {
        ("reussi", "SIM-", False)
    }
    movements = Movement.objects.filter(compte_id=world.account.compte_id, type="paiement")
    assert sorted(movements.values_list("reference", "montant")) == [
        (row.reference, -15_250) for row in paid.order_by("reference")
    ]
    assert (totals(cycle), check_ledger()) == ({"reussi": (7, 105_000, 1750)}, [])
    assert Notification.objects.filter(user=cast.admin, category="paiement", type="success").count() == 1


def test_too_little_money_stops_it_before_anything_is_debited(world, execute):
    world.enrol(3)
    cycle = world.plan()
    world.fund(44_999)
    answer = execute(cycle)
    assert (answer.status_code, answer.json()["code"]) == (400, "INSUFFICIENT_FUNDS")
    assert (world.balance(), Attempt.objects.count(), Run.objects.count()) == ((44_999, 0), 0, 0)
    assert set(Payment.objects.values_list("statut", flat=True)) == {"planifie"}


def test_what_fails_is_not_debited_and_may_be_tried_again(world, execute, api, cast):
    world.enrol(4)
    cycle = world.plan()
    world.fund(100_000)
    shown = execute(cycle, simulation={"tauxEchec": 100}).json()["data"]
    assert (shown["statut"], shown["reussis"], shown["echoues"]) == ("echoue_partiel", 0, 4)
    assert (world.balance(), Movement.objects.filter(type="paiement").count()) == ((100_000, 0), 0)
    one = Payment.objects.order_by("id").first()
    assert one.motif_echec == "Refusé par l'opérateur simulé."
    get_connection().forget_locks()
    again = api(cast.admin).post(
        f"/api/paiements/{one.id}/relancer", {"fournisseur": "simulateur", "simulation": {"tauxEchec": 0}}
    )
    assert (again.status_code, again.json()["data"]["statut"]) == (200, "reussi")
    get_connection().forget_locks()
    paid = api(cast.admin).post(f"/api/paiements/{one.id}/relancer")
    assert (paid.status_code, paid.json()["code"]) == (400, "INVALID_STATUS")
    shown = execute(cycle, "relancer-echecs", simulation={"tauxEchec": 0}).json()["data"]
    assert (shown["nbPaiements"], shown["reussis"]) == (3, 3)
    assert (world.balance(), check_ledger()) == ((40_000, 0), [])
    assert sorted(Attempt.objects.values_list("numero", "etat")) == [(1, "rejetee")] * 4 + [(2, "confirmee")] * 4


def test_paying_again_pays_nobody(world, execute):
    world.enrol(2)
    cycle = world.plan()
    world.fund(100_000)
    execute(cycle)
    for path in ("executer", "relancer-echecs"):
        again = execute(cycle, path)
        assert (again.status_code, again.json()["code"]) == (400, "INVALID_STATUS")
    assert world.balance() == (70_000, 0)


def test_nobody_is_paid_twice_in_a_period(world, execute):
    """A supplementary cycle of the same period names the same households: the database refuses their attempts."""
    world.enrol(2)
    first = world.plan()
    world.fund(200_000)
    execute(first)
    world.enrol(1)
    second = world.plan(periode=first)
    shown = execute(second).json()["data"]
    assert (shown["nbPaiements"], shown["reussis"]) == (1, 1)
    assert (world.balance(), check_ledger()) == ((155_000, 0), [])
    again = execute(second)
    assert (again.status_code, again.json()["code"]) == (409, "CONFLICT")


def test_a_second_live_attempt_is_refused_by_the_database(world, execute):
    world.enrol(1)
    world.fund(100_000)
    execute(world.plan())
    attempt = Attempt.objects.get()
    attempt.pk, attempt.numero, attempt.etat, attempt.settled_at = None, 2, "preparee", None
    attempt.reference_operateur = None
    with pytest.raises(IntegrityError), transaction.atomic():
        attempt.save(force_insert=True)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"statut_validation": "en_attente", "niveau_validation": 1}, "INVALID_STATUS"),
        ({"suspendu_le": "2025-01-01T00:00Z"}, "INVALID_STATUS"),
        ({"empreinte": b"another"}, "CONFLICT"),
    ],
)
def test_only_what_was_approved_is_paid(world, execute, change, code):
    world.enrol(1)
    cycle = world.plan()
    world.fund(100_000)
    Cycle.objects.update(**change)
    assert execute(cycle).json()["code"] == code
    assert Attempt.objects.count() == 0


def test_the_list_of_a_validated_cycle_is_frozen(world):
    world.enrol(1)
    world.plan()
    for change in ({"montant": 99_000}, {"statut": "annule", "motif_exclusion": "x"}):
        with pytest.raises(IntegrityError, match="frozen"), transaction.atomic():
            Payment.objects.update(**change)
    with pytest.raises(IntegrityError, match="frozen"), transaction.atomic():
        Payment.objects.all().delete()


def test_a_suspended_programme_and_a_read_only_project_pay_nobody(world, execute):
    world.enrol(1)
    cycle = world.plan()
    world.fund(100_000)
    world.programme.statut = "suspendu"
    world.programme.save()
    assert execute(cycle).json()["code"] == "INVALID_STATUS"
    world.project.lecture_seule = True
    world.project.save()
    assert execute(cycle).json()["code"] == "READ_ONLY_PROJECT"


def test_who_does_not_see_all_that_is_paid_does_not_pay_it(world, execute, cast):
    world.enrol(2)
    cycle = world.plan()
    world.fund(100_000)
    for user in (cast.agent_west, cast.stranger):
        assert execute(cycle, user=user).status_code == 403
    assert Attempt.objects.count() == 0


def test_a_payment_of_another_region_is_not_found(world, execute, api, cast):
    world.enrol(2)
    world.fund(100_000)
    execute(world.plan(), simulation={"tauxEchec": 100})
    payer = make_user("ROLE_SUPER_ADMIN", world.regions[0])
    for payment in Payment.objects.all():
        get_connection().forget_locks()
        answer = api(payer).post(f"/api/paiements/{payment.id}/relancer", {"simulation": {"tauxEchec": 0}})
        assert answer.status_code == (200 if payment.region_id == world.regions[0].id else 404), answer.content


def test_lost_answers_are_asked_for_and_never_sent_again(world, execute):
    world.enrol(5)
    cycle = world.plan()
    world.fund(100_000)
    shown = execute(cycle, simulation={"tauxInconnu": 100}).json()["data"]
    assert (shown["statut"], shown["inconnus"], shown["reussis"]) == ("en_cours", 5, 0)
    assert world.balance() == (100_000, 75_000)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE transfers_tentative SET ask_at = now()")
    get_connection().forget_locks()
    run = Run.objects.get()
    jobs.hint_due_runs()
    assert jobs.drive_run(run.id)
    assert (world.balance(), Attempt.objects.filter(etat="confirmee").count()) == ((25_000, 0), 5)
    assert (check_ledger(), Attempt.objects.count()) == ([], 5)


def test_a_partial_amount_is_an_outcome_of_its_own(world, execute):
    world.enrol(2)
    cycle = world.plan()
    world.fund(100_000)
    execute(cycle, fournisseur="fichier")
    run, (one, other) = Run.objects.get(), Attempt.objects.order_by("id")
    get_connection().forget_locks()
    settled = settle_outcomes(
        run=run,
        outcomes=[
            Outcome(one.id, "confirmee", "OP-1", montant_recu=10_000),
            Outcome(other.id, "confirmee", montant_recu=15_001),
        ],
    )
    assert settled == [one.id], "more than was ordered is not believed"
    payment = Payment.objects.get(id=one.paiement_id)
    assert (payment.statut, payment.montant_recu) == ("reussi", 10_000)
    assert (world.balance(), check_ledger()) == ((90_000, 15_000), [])


def test_a_settled_attempt_is_never_overwritten(world, execute):
    world.enrol(1)
    world.fund(100_000)
    execute(world.plan())
    run, attempt = Run.objects.get(), Attempt.objects.get()
    get_connection().forget_locks()
    assert settle_outcomes(run=run, outcomes=[Outcome(attempt.id, "rejetee", motif="Trop tard")]) == []
    assert (world.balance(), check_ledger()) == ((85_000, 0), [])


def test_a_suspended_run_stops_before_the_next_batch_and_goes_on(world, execute, api, cast, monkeypatch):
    world.enrol(6)
    cycle = world.plan()
    world.fund(100_000)
    monkeypatch.setattr(jobs, "BATCH_SIZE", 2)
    send = jobs.Simulator.send

    def suspend_while_sending(self, orders):
        Cycle.objects.update(suspendu_le="2025-01-01T00:00Z")
        return send(self, orders)

    with monkeypatch.context() as patch:
        patch.setattr(jobs.Simulator, "send", suspend_while_sending)
        shown = execute(cycle).json()["data"]
    assert (shown["statut"], shown["reussis"], shown["enCours"]) == ("en_cours", 2, 4)
    assert jobs.list_due_runs() == []
    get_connection().forget_locks()
    assert api(cast.admin).post(f"/api/cycles/{cycle.id}/reprendre-execution").status_code == 200
    (run_id,) = jobs.list_due_runs()
    get_connection().forget_locks()
    assert jobs.drive_run(run_id)
    assert (world.balance(), check_ledger()) == ((10_000, 0), [])


def test_who_moved_to_another_household_between_two_lists_of_a_period_is_paid_once(world, execute):
    """By a merge: each list was right when it was calculated, and names another household."""
    world.enrol(2)
    regular = world.plan()
    moved = world.beneficiaries[0]
    kept = Household.objects.create(code_menage="H-KEPT", taille_menage=4, region=world.regions[0])
    Beneficiary.objects.filter(id=moved.id).update(menage=kept)
    moved.menage = kept
    world.beneficiaries = [moved]
    supplementary = world.plan(periode=regular)
    world.fund(100_000)
    assert execute(regular).json()["data"]["reussis"] == 2
    refused = execute(supplementary)
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    assert (world.balance(), check_ledger()) == ((70_000, 0), [])


def test_a_programme_that_is_suspended_meanwhile_stops_its_runs(world, execute, api, cast, monkeypatch):
    world.enrol(6)
    cycle = world.plan()
    world.fund(100_000)
    monkeypatch.setattr(jobs, "BATCH_SIZE", 2)
    send = jobs.Simulator.send

    def suspend_while_sending(self, orders):
        Programme.objects.update(statut="suspendu")
        return send(self, orders)

    with monkeypatch.context() as patch:
        patch.setattr(jobs.Simulator, "send", suspend_while_sending)
        assert execute(cycle).json()["data"]["reussis"] == 2
    (shown,) = api(cast.admin).get(f"/api/cycles/{cycle.id}/executions").json()["data"]
    assert (shown["etat"], jobs.list_due_runs()) == ("suspendue", [])
    Programme.objects.update(statut="actif")
    (run_id,) = jobs.list_due_runs()
    get_connection().forget_locks()
    assert jobs.drive_run(run_id)
    assert (world.balance(), check_ledger()) == ((10_000, 0), [])


def erase(payment):
    get_connection().forget_locks()
    anonymise_household(which=str(payment.menage_id), reason="demande")
    get_connection().forget_locks()


def test_erasing_a_household_leaves_what_was_approved(world, execute):
    """The others of its list are still paid: the hash of what is erased stays."""
    world.enrol(3)
    cycle = world.plan()
    world.fund(100_000)
    execute(cycle, simulation={"tauxEchec": 100})
    gone = Payment.objects.order_by("id").first()
    heard = Callback.objects.create(tentative=gone.tentatives.get(), operateur_id="operator_a_money", contenu={"to": 1})
    erase(gone)
    gone.refresh_from_db()
    heard.refresh_from_db()
    attempt = gone.tentatives.get()
    assert (gone.nom_complet, gone.compte_mobile, attempt.destination) == ("ANONYME", None, None)
    assert (attempt.motif, heard.contenu) == ("anonymise", {})
    shown = execute(cycle, "relancer-echecs", simulation={"tauxEchec": 0})
    assert shown.status_code == 200, shown.content
    assert check_ledger() == []


def test_a_household_that_is_about_to_be_paid_is_not_erased(world, execute):
    world.enrol(1)
    cycle = world.plan()
    with pytest.raises(Problem) as refusal:
        erase(Payment.objects.get())
    assert refusal.value.code == "INVALID_STATUS"
    world.fund(100_000)
    execute(cycle)
    erase(Payment.objects.get())
    assert Payment.objects.get().nom_complet == "ANONYME"


def test_a_validated_cycle_announces_what_it_will_take(world, execute, api, cast):
    world.enrol(3)
    cycle = world.plan(fees=True)
    world.fund(10_000)
    (alert,) = api(cast.admin).get("/api/comptes-operateurs/alertes").json()["data"]
    assert (alert["typeAlerte"], alert["deficit"]) == ("deficit_previsionnel", 3 * 15_250 - 10_000)
    totals = api(cast.admin).get("/api/comptes-operateurs/stats").json()["data"]
    assert (totals["disponibleTotal"], totals["besoinValide"]) == (10_000, 3 * 15_250)
    Programme.objects.update(statut="cloture")
    assert api(cast.admin).get("/api/comptes-operateurs/alertes").json()["data"] == [], (
        "a closed programme takes nothing"
    )
    Programme.objects.update(statut="actif")
    get_connection().forget_locks()
    world.fund(100_000)
    execute(cycle)
    assert api(cast.admin).get("/api/comptes-operateurs/alertes").json()["data"] == []


def test_cash_is_needed_too(world, api, cast):
    """A cycle in cash names no operator: the only account of the project will have to give it."""
    world.enrol(2)
    Beneficiary.objects.update(mode_paiement="especes", compte_mobile=None)
    for person in world.beneficiaries:
        person.refresh_from_db()
    cycle = world.plan()
    Payment.objects.filter(cycle=cycle).update(operateur=None)
    world.fund(10_000)
    (alert,) = api(cast.admin).get("/api/comptes-operateurs/alertes").json()["data"]
    assert (alert["typeAlerte"], alert["deficit"]) == ("deficit_previsionnel", 20_000)
