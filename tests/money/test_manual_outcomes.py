"""Two people decide what became of a payment whose end stays unknown; one alone never does."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from tests.cases import walk_cases
from tests.conftest import make_user
from tests.money.files import csv_file, send_results
from tests.threads import together
from transfers.execution.manual_outcomes.models import ManualOutcome
from transfers.execution.models import Attempt
from transfers.execution.types import SettlementCounts
from transfers.ledger.api import check_ledger
from transfers.payments.models import Payment


@pytest.fixture
def sent(world, api, cast):
    """A cycle of three payments of 15,000 that were given out by file two days ago."""
    world.enrol(3)
    cycle = world.plan(fees=True)
    world.fund(100_000)
    answer = api(cast.admin).post(
        f"/api/cycles/{cycle.id}/executer", {"fournisseur": "fichier", "operateur": "operator_a_money"}
    )
    assert answer.status_code == 200, answer.content
    Attempt.objects.update(sent_at=timezone.now() - timedelta(days=2))
    return cycle


@pytest.fixture
def payment(sent):
    return Payment.objects.order_by("reference").first()


def build_body(**changed):
    day = str(timezone.localdate() - timedelta(days=1))
    return {"resultat": "reussi", "motif": "Lettre de l'opérateur", "dateOperation": day} | changed


def decide(client, payment, **changed):
    return client.post(f"/api/paiements/{payment.id}/regler", build_body(**changed))


@pytest.fixture
def pair(api, cast):
    return api(cast.admin), api(make_user("ROLE_ADMIN"))


def test_a_second_person_settles_it(world, payment, pair):
    one, other = pair
    before, _reserved = world.balance()
    proposed = decide(one, payment, referenceOperateur="OM-77")
    assert (proposed.status_code, proposed.json()["data"]["statut"]) == (200, "propose")
    assert (Payment.objects.get(id=payment.id).statut, world.balance()[0]) == ("en_cours", before)
    confirmed = decide(other, payment, referenceOperateur="OM-77", motif="Relevé lu aussi")
    assert confirmed.json()["data"]["statut"] == "confirme", confirmed.content
    fee = Attempt.objects.first().frais
    assert Payment.objects.get(id=payment.id).statut == "reussi"
    assert (world.balance()[0], check_ledger()) == (before - 15_000 - fee, [])
    shown = one.get(f"/api/paiements/{payment.id}/regler").json()["data"]
    assert shown["confirmePar"]["id"] != shown["proposePar"]["id"]
    assert decide(one, payment).json()["code"] == "INVALID_STATUS"


def test_a_failure_frees_what_was_reserved(world, payment, pair):
    _balance, reserved = world.balance()
    for client in pair:
        assert decide(client, payment, resultat="echoue").status_code == 200
    fee = Attempt.objects.first().frais
    found = Payment.objects.get(id=payment.id)
    assert (found.statut, found.motif_echec) == ("echoue", "Lettre de l'opérateur")
    assert (world.balance()[1], check_ledger()) == (reserved - 15_000 - fee, [])


def test_a_part_that_arrived_is_posted(world, payment, pair):
    for client in pair:
        assert decide(client, payment, resultat="partiel", montant=9_000).status_code == 200
    assert (Payment.objects.get(id=payment.id).montant_recu, check_ledger()) == (9_000, [])


def test_nobody_confirms_himself_nor_something_else(payment, pair):
    one, other = pair
    decide(one, payment)
    assert decide(one, payment).json()["code"] == "CONFLICT"
    assert decide(other, payment, resultat="echoue").json()["code"] == "CONFLICT"
    assert Payment.objects.get(id=payment.id).statut == "en_cours"
    # Who was mistaken proposes anew, and that is what is confirmed.
    assert decide(one, payment, resultat="echoue").json()["data"]["statut"] == "propose"
    assert decide(other, payment, resultat="echoue").json()["data"]["statut"] == "confirme"


def test_the_database_holds_the_four_eyes(payment, pair, cast):
    decide(pair[0], payment)
    with pytest.raises(IntegrityError), transaction.atomic():
        ManualOutcome.objects.update(confirme_par=cast.admin, confirme_le=timezone.now())


def test_a_reference_of_another_payment_settles_nothing_and_says_so(world, payment, pair):
    one, other = pair
    taken = Attempt.objects.exclude(paiement=payment).first()
    decide(one, payment, referenceOperateur="OM-77")
    Attempt.objects.filter(id=taken.id).update(reference_operateur="OM-77")
    for client in pair:  # the proposal of the second person would be a confirmation
        refused = decide(client, payment, referenceOperateur="OM-77")
        assert (refused.status_code, [*refused.json()["details"]]) == (400, ["referenceOperateur"])
    decided = ManualOutcome.objects.get()
    assert (decided.confirme_le, Payment.objects.get(id=payment.id).statut) == (None, "en_cours")
    assert decide(one, payment, referenceOperateur="OM-78").json()["data"]["statut"] == "propose"
    assert decide(other, payment, referenceOperateur="OM-78").json()["data"]["statut"] == "confirme"
    for change in (lambda row: row.update(resultat="echoue"), lambda row: row.delete()):
        with pytest.raises(DatabaseError, match="refused"), transaction.atomic():
            change(ManualOutcome.objects.filter(id=decided.id))
    assert check_ledger() == []


def test_a_decision_that_settles_nothing_is_none(payment, pair, monkeypatch):
    one, other = pair
    decide(one, payment)
    path = "transfers.execution.manual_outcomes.services.settle_sent_outcomes"
    monkeypatch.setattr(path, lambda **how: SettlementCounts())
    assert decide(other, payment).json()["code"] == "CONFLICT"
    assert ManualOutcome.objects.get().confirme_le is None


def test_a_withdrawn_proposal_is_gone(payment, pair):
    one, other = pair
    decide(one, payment)
    path = f"/api/paiements/{payment.id}/regler"
    assert other.delete(path).status_code == 200
    assert (other.delete(path).json()["code"], one.get(path).status_code) == ("INVALID_STATUS", 404)
    assert decide(other, payment).json()["data"]["statut"] == "propose"


def test_the_operator_is_given_time(payment, pair, settings):
    Attempt.objects.update(sent_at=timezone.now() - timedelta(hours=23))
    assert decide(pair[0], payment).json()["code"] == "INVALID_STATUS"
    settings.MANUAL_OUTCOME_HOURS = 22
    assert decide(pair[0], payment, dateOperation=str(timezone.localdate())).status_code == 200


def test_what_comes_late_does_not_pay_again(world, sent, payment, pair, api, cast):
    for client in pair:
        decide(client, payment)
    before = world.balance()
    answer = send_results(api(cast.admin), sent, csv_file(f"{payment.reference};echoue;Fermé;;;"))
    assert [each["code"] for each in answer.json()["data"]["erreurs"]] == ["contredit"]
    assert (world.balance(), check_ledger()) == (before, [])


@walk_cases(
    ("changed", "field"),
    [
        ({"resultat": "paye"}, "resultat"),
        ({"resultat": "partiel"}, "montant"),
        ({"montant": 100}, "montant"),
        ({"resultat": "partiel", "montant": 15_000}, "montant"),
        ({"resultat": "partiel", "montant": 0}, "montant"),
        ({"resultat": "partiel", "montant": 10**30}, "montant"),
        ({"motif": ""}, "motif"),
        ({"dateOperation": "2999-01-01"}, "dateOperation"),
        ({"dateOperation": "2020-01-01"}, "dateOperation"),
        ({"statut": "reussi"}, "statut"),
    ],
)
def test_a_wrong_decision_is_refused(payment, pair, changed, field):
    answer = decide(pair[0], payment, **changed)
    assert (answer.status_code, list(answer.json()["details"])) == (400, [field])
    assert not ManualOutcome.objects.exists()


def test_a_settled_payment_is_not_decided_about(sent, payment, pair, api, cast):
    send_results(api(cast.admin), sent, csv_file(f"{payment.reference};reussi;;;15000;"))
    assert decide(pair[0], payment).json()["code"] == "INVALID_STATUS"


@pytest.mark.django_db(transaction=True)
def test_of_many_who_confirm_at_once_one_settles(world, payment, pair, api):
    decide(pair[0], payment)
    before, _reserved = world.balance()
    clients = [api(make_user("ROLE_ADMIN")) for _ in range(6)]
    answers = together(6, lambda number: decide(clients[number], payment).status_code, numbered=True)
    assert sorted(answers) == [200] + [400] * 5
    assert (world.balance()[0], check_ledger()) == (before - 15_000 - Attempt.objects.first().frais, [])
