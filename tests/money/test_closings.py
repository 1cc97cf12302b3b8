"""A cycle of which somebody can never be paid is closed by two people, and engages nothing after that."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.webhooks.models import WebhookEndpoint, WebhookEvent
from config.postgis.base import get_connection
from tests.conftest import make_user
from tests.money.files import csv_file, send_results
from tests.threads import together
from transfers.approvals.queries import find_funding_needs
from transfers.beneficiaries.models import Beneficiary
from transfers.cycles.models import Cycle
from transfers.execution.closings.models import CycleClosing
from transfers.execution.models import Run
from transfers.ledger.api import check_ledger
from transfers.payments.models import Payment
from transfers.payments.queries import compute_spent_amounts
from transfers.programmes.models import Programme


@pytest.fixture
def pair(api, cast):
    return api(cast.admin), api(make_user("ROLE_ADMIN"))


@pytest.fixture
def left_over(world, pair):
    """A cycle that has paid one person, failed with another, and cannot pay a third, who has left."""
    world.enrol(3)
    cycle = world.plan(fees=True)
    world.fund(100_000)
    Beneficiary.objects.filter(id=world.beneficiaries[2].id).update(
        statut_enrolement="sorti", date_sortie=timezone.now(), motif_sortie="demenagement"
    )
    run(pair[0], cycle)
    references = list(Payment.objects.order_by("reference").values_list("reference", flat=True))
    send_results(pair[0], cycle, csv_file(f"{references[0]};reussi;;;;", f"{references[1]};echoue;Fermé;;;"))
    get_connection().forget_locks()
    return cycle


def run(client, cycle, path="executer", **other):
    get_connection().forget_locks()
    body = {"fournisseur": "fichier", "operateur": "operator_a_money"} | other
    return client.post(f"/api/cycles/{cycle.id}/{path}", body)


def close(client, cycle, reason="Introuvable"):
    get_connection().forget_locks()
    return client.post(f"/api/cycles/{cycle.id}/cloturer", {"motif": reason})


def statuses():
    return list(Payment.objects.order_by("reference").values_list("statut", flat=True))


def engaged(world):
    spent = compute_spent_amounts([world.programme.id])[world.programme.id].engage
    return spent, find_funding_needs([world.account.compte_id])


def test_a_second_person_closes_it_and_nothing_stays_engaged(world, left_over, pair):
    one, other = pair
    balance = world.balance()
    assert statuses() == ["reussi", "echoue", "planifie"]
    assert engaged(world) == (Decimal(15_000), {world.account.compte_id: 15_250})
    proposed = close(one, left_over)
    assert (proposed.status_code, proposed.json()["data"]["statut"]) == (200, "propose")
    assert engaged(world)[0] == 15_000
    confirmed = close(other, left_over, "Vu aussi")
    shown = confirmed.json()["data"]
    assert (shown["statut"], shown["nombre"], shown["montant"]) == ("confirme", 1, 15_250), confirmed.content
    assert shown["proposePar"]["id"] != shown["confirmePar"]["id"]
    assert (statuses(), engaged(world)) == (["reussi", "echoue", "echoue"], (Decimal(0), {}))
    assert Payment.objects.latest("reference").motif_echec == "Cycle clos : Introuvable"
    # The money has not moved: nothing of it was reserved.
    assert (world.balance(), check_ledger()) == (balance, [])
    cycle = one.get(f"/api/cycles/{left_over.id}").json()["data"]
    assert (cycle["statut"], bool(cycle["closLe"])) == ("echoue_partiel", True)
    assert one.get(f"/api/cycles/{left_over.id}/cloturer").json()["data"]["statut"] == "confirme"


def test_a_closed_cycle_pays_nobody(world, left_over, pair):
    for client in pair:
        close(client, left_over)
    for path in ("executer", "relancer-echecs"):
        refused = run(pair[0], left_over, path)
        assert (refused.status_code, refused.json()["code"]) == (400, "INVALID_STATUS")
    assert close(pair[0], left_over).json()["code"] == "INVALID_STATUS"
    with pytest.raises(IntegrityError), transaction.atomic():
        Run.objects.create(
            cycle=left_over, compte=world.account, operateur_id="operator_a_money", fournisseur="fichier", empreinte=b""
        )
    # A supplementary cycle pays who could not be paid.
    Beneficiary.objects.update(statut_enrolement="actif", date_sortie=None, motif_sortie=None)
    assert run(pair[0], world.plan(periode=left_over)).json()["data"]["nbPaiements"] == 2
    assert check_ledger() == []


def test_nobody_closes_it_alone(left_over, pair):
    close(pair[0], left_over)
    assert close(pair[0], left_over, "Encore").json()["code"] == "CONFLICT"
    with pytest.raises(IntegrityError), transaction.atomic():
        CycleClosing.objects.update(
            confirme_par=CycleClosing.objects.get().propose_par, confirme_le=timezone.now(), nombre=0, montant=0
        )
    path = f"/api/cycles/{left_over.id}/cloturer"
    assert pair[1].delete(path).status_code == 200
    assert (pair[1].delete(path).json()["code"], pair[0].get(path).status_code) == ("INVALID_STATUS", 404)
    assert close(pair[1], left_over).json()["data"]["statut"] == "propose"


def test_not_while_a_payment_has_no_outcome(world, pair):
    world.enrol(2)
    cycle = world.plan()
    world.fund(100_000)
    run(pair[0], cycle)
    refused = close(pair[0], cycle)
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    assert "2 paiements n'ont pas encore de résultat" in refused.json()["error"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Cycle.objects.filter(id=cycle.id).update(clos_le=timezone.now())


def test_only_what_is_validated_and_has_not_paid_everybody(world, pair):
    world.enrol(1)
    cycle = world.plan()
    world.fund(100_000)
    Cycle.objects.filter(id=cycle.id).update(statut_validation="en_attente")
    assert close(pair[0], cycle).json()["code"] == "INVALID_STATUS"
    Cycle.objects.filter(id=cycle.id).update(statut_validation="valide")
    run(pair[0], cycle)
    send_results(pair[0], cycle, csv_file(f"{Payment.objects.get().reference};reussi;;;;"))
    assert close(pair[0], cycle).json()["code"] == "INVALID_STATUS"
    assert not CycleClosing.objects.exists()


def test_only_who_sees_all_of_it(left_over, api, cast):
    for user, status in ((cast.supervisor_west, 403), (cast.agent_west, 403), (cast.reader_west, 403)):
        assert close(api(user), left_over).status_code == status


def test_a_closing_without_a_reason_is_refused(left_over, pair):
    for reason in ("", "\u200b", "x" * 501, None):
        assert list(close(pair[0], left_over, reason).json()["details"]) == ["motif"]


def test_what_was_planned_is_told_to_have_failed(left_over, pair):
    WebhookEndpoint.objects.create(
        url="https://example.org/", events=["paiement.echoue", "cycle.termine"], key=left_over.id
    )
    WebhookEvent.objects.all().delete()
    for client in pair:
        close(client, left_over)
    assert sorted(WebhookEvent.objects.values_list("type", flat=True)) == ["cycle.termine", "paiement.echoue"]


def test_a_programme_that_is_closed_still_takes_results(world, pair):
    world.enrol(1)
    cycle = world.plan()
    world.fund(100_000)
    run(pair[0], cycle)
    get_connection().forget_locks()
    closed = pair[0].post(f"/api/programmes/{world.programme.id}/cloturer", {})
    assert (closed.status_code, Programme.objects.get().statut) == (200, "cloture")
    assert "Paiements sans résultat : 1" in closed.json()["message"]
    send_results(pair[0], cycle, csv_file(f"{Payment.objects.get().reference};reussi;;;;"))
    assert Payment.objects.get().statut == "reussi"
    assert check_ledger() == []


def test_cash_on_the_road_comes_back_to_a_closed_programme(cash):
    cash.begin()
    one = cash.issue()[0]
    cash.do(one, "remise", payeur="Awa")
    lines = cash.client.get(f"/api/feuilles/{one.id}").json()["data"]["lignes"]
    closed = cash.call(f"/api/programmes/{cash.world.programme.id}/cloturer")
    assert (closed.status_code, "en route : 1." in closed.json()["message"]) == (200, True)
    brought = [{"numero": line["numero"], "statut": "echoue", "motif": "Absente"} for line in lines]
    assert cash.do(one, "retour", lignes=brought, especesRendues=30_000).status_code == 200
    assert check_ledger() == []


@pytest.mark.django_db(transaction=True)
def test_no_run_begins_after_the_end_of_its_programme(world, pair):
    world.enrol(1)
    cycle = world.plan()
    world.fund(100_000)

    def act(number: int) -> int:
        if number:
            return run(pair[0], cycle).status_code
        return pair[1].post(f"/api/programmes/{world.programme.id}/cloturer", {}).status_code

    outcomes = together(2, act, numbered=True)
    assert outcomes in ([200, 200], [200, 400])
    assert (Payment.objects.get().statut == "planifie") == (outcomes[1] == 400)
