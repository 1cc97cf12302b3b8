"""To which accounts a follow-up goes: the validators have seen the frozen ones only."""

from types import SimpleNamespace

import pytest

from config.postgis.base import get_connection
from tests.cases import walk_cases
from tests.conftest import make_user
from tests.money.colleagues import correct_accounts
from transfers.beneficiaries.models import Beneficiary
from transfers.execution.models import Attempt
from transfers.ledger.api import check_ledger
from transfers.ledger.models import LedgerAccount
from transfers.operators.accounts.services import create_account
from transfers.operators.models import FeeTranche, Operator
from transfers.payments.models import Payment

FRESH = "+245966000001"


@pytest.fixture
def failed(world, api, cast):
    """Three payments of which each has failed once, and a function that pays one of them, or all, again."""
    world.enrol(3)
    cycle = world.plan()
    world.fund(100_000)

    def pay(address: str, rate: int, **body):
        get_connection().forget_locks()
        body = {"fournisseur": "simulateur", "simulation": {"tauxEchec": rate}} | body
        return api(cast.admin).post(address, body)

    assert pay(f"/api/cycles/{cycle.id}/executer", 100).json()["data"]["echoues"] == 3
    payments = list(Payment.objects.order_by("id"))
    return SimpleNamespace(
        cycle=cycle,
        payments=payments,
        retry=lambda place: pay(f"/api/paiements/{payments[place].id}/relancer", 0),
        retry_all=lambda: pay(f"/api/cycles/{cycle.id}/relancer-echecs", 0),
    )


def correct(payment: Payment, **values) -> None:
    correct_accounts(Beneficiary.objects.filter(id=payment.beneficiaire_id), **values)


def test_another_operator_takes_its_own_fees(world, api, cast):
    """What failed at one is tried at another: at its price, and not at all when it has none for the amount."""
    world.enrol(2)
    cycle = world.plan(fees=True)
    world.fund(100_000)
    other = create_account(
        operator=Operator.objects.get(code="operator_b_money"),
        project=world.project,
        opening=50_000,
        values={"numero_compte": "7", "nom_compte": "C"},
        user=cast.admin,
    )
    schedule = other.operateur.grille_id

    def pay(address, rate=0, operator="operator_b_money"):
        get_connection().forget_locks()
        body = {"fournisseur": "simulateur", "operateur": operator, "simulation": {"tauxEchec": rate}}
        return api(cast.admin).post(address, body)

    pay(f"/api/cycles/{cycle.id}/executer", 100, "operator_a_money")
    first, second = (f"/api/paiements/{payment.id}/relancer" for payment in Payment.objects.order_by("id"))
    values = {"operateur_id": schedule, "taxe_administrative": 40, "frais_retrait": 60}
    FeeTranche.objects.create(numero_tranche=1, montant_min=1, montant_max=14_999, **values)
    refused = pay(first)
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT"), refused.content
    assert "n'a pas de tarif pour le montant de 1 personne" in refused.json()["error"]
    tranche = FeeTranche.objects.create(numero_tranche=2, montant_min=15_000, montant_max=15_000, **values)
    assert pay(first).status_code == 200
    tranche.refresh_from_db()
    assert (tranche.utilisee, LedgerAccount.objects.get(id=other.compte_id).solde) == (True, 50_000 - 15_100)
    FeeTranche.objects.filter(operateur_id="operator_a_money").update(actif=False)
    assert pay(second, operator="operator_a_money").status_code == 200, "the fees of the list stay"
    assert list(Attempt.objects.filter(numero=2).order_by("id").values_list("frais", flat=True)) == [100, 250]
    assert (world.balance(), check_ledger()) == ((100_000 - 15_250, 0), [])


@walk_cases("account", [None, "", "abc", "00", "+245", "=1+1"])
def test_an_account_that_nobody_can_be_paid_on_is_not_tried(world, failed, account):
    correct(failed.payments[0], compte_mobile=account)
    refused = failed.retry(0)
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    assert "compte de 1 personne" in refused.json()["error"]
    assert failed.retry_all().json()["data"]["nbPaiements"] == 2
    assert [row.statut for row in Payment.objects.order_by("id")] == ["echoue", "reussi", "reussi"]
    assert (Attempt.objects.count(), world.balance(), check_ledger()) == (5, (70_000, 0), [])


def test_failed_payments_are_not_gathered_on_one_account(world, failed):
    """Neither at once, nor on the number of somebody who is paid: what a calculation refuses, a follow-up does."""
    for payment in failed.payments[:2]:
        correct(payment, compte_mobile=FRESH)
    assert failed.retry_all().json()["data"]["nbPaiements"] == 1
    assert failed.retry(0).status_code == failed.retry(1).status_code == 409
    correct(failed.payments[0], compte_mobile=failed.payments[2].compte_mobile)
    assert failed.retry(0).status_code == 409
    assert (world.balance(), check_ledger()) == ((85_000, 0), [])


def test_nor_one_after_the_other(world, failed):
    """The account that was corrected, paid, and corrected again, has paid another household of the period."""
    correct(failed.payments[0], compte_mobile=FRESH)
    assert failed.retry(0).status_code == 200
    correct(failed.payments[0], compte_mobile="+245966000002")
    correct(failed.payments[1], compte_mobile=FRESH)
    assert failed.retry(1).status_code == 409
    assert Attempt.objects.filter(destination=FRESH).count() == 1


def test_an_account_of_ones_own_is_paid(world, failed):
    correct(failed.payments[0], compte_mobile=FRESH)
    assert failed.retry_all().json()["data"]["reussis"] == 3
    assert Attempt.objects.filter(destination=FRESH, etat="confirmee").count() == 1


@pytest.mark.parametrize("values", [{"compteMobile": FRESH}, {"modePaiement": "especes"}])
def test_who_corrects_an_account_does_not_pay_it(world, failed, api, cast, values):
    """The validators have not seen it: two people have, when it is paid."""
    get_connection().forget_locks()
    address = f"/api/beneficiaires/{failed.payments[0].beneficiaire_id}"
    assert api(cast.admin).put(address, values).status_code == 200
    refused = failed.retry(0)
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    assert "Vous avez corrigé le compte de 1 personne" in refused.json()["error"]
    assert failed.retry_all().json()["data"]["nbPaiements"] == 2
    get_connection().forget_locks()
    other = api(make_user("ROLE_ADMIN"))
    body = {"fournisseur": "simulateur", "simulation": {"tauxEchec": 0}}
    assert other.post(f"/api/paiements/{failed.payments[0].id}/relancer", body).status_code == 200
    assert (Payment.objects.filter(statut="reussi").count(), check_ledger()) == (3, [])


def test_a_correction_that_is_taken_back_is_none(world, failed, api, cast):
    person = Beneficiary.objects.get(id=failed.payments[0].beneficiaire_id)
    for account in (FRESH, person.compte_mobile):
        get_connection().forget_locks()
        assert api(cast.admin).put(f"/api/beneficiaires/{person.id}", {"compteMobile": account}).status_code == 200
    assert failed.retry(0).status_code == 200


def test_a_later_change_of_another_account_hides_nobody(world, failed, api, cast):
    """Who corrected the number does not pay it after a colleague has written down a bank account."""
    person = f"/api/beneficiaires/{failed.payments[0].beneficiaire_id}"
    for caller, values in (
        (cast.admin, {"compteMobile": FRESH}),
        (make_user("ROLE_ADMIN"), {"compteBancaire": "GW0401234567890123456789"}),
    ):
        get_connection().forget_locks()
        assert api(caller).put(person, values).status_code == 200
    refused = failed.retry(0)
    assert refused.status_code == 409
    assert "Vous avez corrigé le compte de 1 personne" in refused.json()["error"]
    assert Attempt.objects.filter(destination=FRESH).count() == 0
