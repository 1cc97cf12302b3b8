"""Payments that an operator gives back after it had confirmed them."""

from datetime import date

import pytest
from django.db import transaction

from tests.conftest import make_user
from transfers.execution.api import PaymentReturn, lock_runs, return_payments
from transfers.execution.models import Attempt
from transfers.ledger.api import check_ledger, find_project_accounts
from transfers.ledger.models import LedgerAccount, Movement
from transfers.operators.accounts.queries import sum_adjustments
from transfers.operators.models import OperatorAccount
from transfers.payments.models import Payment

DAY = date(2025, 3, 3)


@pytest.fixture
def execute(api, cast):
    """Execute a cycle through the simulator as an administrator."""
    return lambda cycle: api(cast.admin).post(f"/api/cycles/{cycle.id}/executer", {"fournisseur": "simulateur"})


@pytest.fixture
def paid(world, execute):
    """A cycle of three whose payments of 15,000 and fees have arrived."""
    world.enrol(3)
    cycle = world.plan(fees=True)
    world.fund(100_000)
    assert execute(cycle).json()["data"]["reussis"] == 3
    return cycle


def give_back(cycle, *returns: PaymentReturn) -> int:
    user = make_user("ROLE_ADMIN")
    with transaction.atomic():
        runs = lock_runs(cycle.executions.values_list("id", flat=True))
        return len(return_payments(runs=runs, returns=returns, user=user))


def test_a_returned_payment_has_failed_and_its_money_is_back(world, paid, execute):
    before, _reserved = world.balance()
    one, other, _kept = Attempt.objects.order_by("id")
    whole = one.montant + one.frais
    returns = (PaymentReturn(one.id, whole, "Compte clos", DAY), PaymentReturn(other.id, 15_000, "Compte clos", DAY))
    assert give_back(paid, *returns) == 2
    assert (world.balance(), check_ledger()) == ((before + whole + 15_000, 0), [])
    payment = Payment.objects.get(id=one.paiement_id)
    assert (payment.statut, payment.motif_echec) == ("echoue", "Compte clos")
    accounts = find_project_accounts(world.programme.projet_id)
    assert LedgerAccount.objects.get(id=accounts.beneficiaires).solde == 15_000
    assert LedgerAccount.objects.get(id=accounts.frais).solde == 2 * one.frais, "the fees of one were kept"
    back = Movement.objects.get(contrepasse__objet_id=one.id)
    assert (back.montant, back.type, back.ecriture.date_valeur) == (whole, "ajustement", DAY)
    account = OperatorAccount.objects.get(compte=world.account.compte_id)
    assert sum_adjustments(account).retours == whole + 15_000


def test_a_return_is_taken_once_and_only_of_what_was_paid(world, paid):
    one = Attempt.objects.order_by("id").first()
    before = world.balance()
    assert give_back(paid, PaymentReturn(one.id, 14_999, "Autre montant", DAY)) == 0
    assert (world.balance(), Attempt.objects.get(id=one.id).etat) == (before, "confirmee")
    assert give_back(paid, PaymentReturn(one.id, 15_000, "Compte clos", DAY)) == 1
    assert give_back(paid, PaymentReturn(one.id, 15_000, "Compte clos", DAY)) == 0
    assert check_ledger() == []


def test_who_got_nothing_in_the_end_is_paid_again(world, paid, api, cast):
    one = Attempt.objects.order_by("id").first()
    give_back(paid, PaymentReturn(one.id, one.montant + one.frais, "Compte clos", DAY))
    balance, _reserved = world.balance()
    answer = api(cast.admin).post(f"/api/paiements/{one.paiement_id}/relancer", {"fournisseur": "simulateur"})
    assert answer.status_code == 200, answer.json()
    payment = Payment.objects.get(id=one.paiement_id)
    assert (payment.statut, payment.tentatives.count()) == ("reussi", 2)
    assert (world.balance()[0], check_ledger()) == (balance - one.montant - one.frais, [])


def test_a_return_without_its_reversal_is_found(paid):
    Attempt.objects.filter(id=Attempt.objects.order_by("id").first().id).update(etat="retournee", motif="Forgé")
    assert "5 an attempt is returned exactly when its payment is reversed" in {
        fault.invariant for fault in check_ledger()
    }
