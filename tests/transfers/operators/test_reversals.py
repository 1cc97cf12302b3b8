"""A deposit that was entered by mistake is taken back by two people; nothing is ever edited."""

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from accounts.files.models import StoredFile
from config.postgis.base import get_connection
from tests.conftest import make_user
from tests.transfers.operators.test_accounts import ADDRESS, account, fill, open_account, project
from transfers.ledger.api import check_ledger
from transfers.ledger.models import LedgerAccount, Movement
from transfers.operators.reversals.models import MovementReversal

__all__ = ["account", "fill", "project"]


@pytest.fixture
def reverse(api, cast, account):
    """Propose or confirm, as one of two treasurers, to take back the latest movement or another one."""
    people = [cast.admin, make_user("ROLE_ADMIN")]

    def call(person=0, movement=None, method="post", **body):
        get_connection().forget_locks()
        movement = movement or Movement.objects.filter(compte_id=account).latest("numero").id
        body = {"motif": "Un zéro de trop"} | body if method == "post" else {}
        return getattr(api(people[person]), method)(f"{ADDRESS}/{account}/mouvements/{movement}/contrepasser", body)

    return call


def balance(account):
    return LedgerAccount.objects.get(id=account).solde


def test_a_mistyped_deposit_is_taken_back_and_entered_again(api, cast, account, fill, reverse):
    piece = StoredFile.objects.create(
        nom="b.pdf", type="application/pdf", taille=1, usage="depot", user=cast.admin,
        expires_at=timezone.now() + timezone.timedelta(hours=1),
    )  # fmt: skip
    fill(50_000, pieceJustificative=str(piece.id))
    (deposit,) = Movement.objects.filter(compte_id=account)
    proposed = reverse()
    assert (proposed.status_code, proposed.json()["data"]["statut"], balance(account)) == (200, "propose", 50_000)
    assert reverse().json()["code"] == "CONFLICT", "one person alone"
    confirmed = reverse(1).json()["data"]
    assert (confirmed["statut"], confirmed["motif"], confirmed["montant"]) == ("confirme", "Un zéro de trop", 50_000)
    assert reverse(0, deposit.id).json()["code"] == "CONFLICT", "once"
    assert reverse(0).json()["code"] == "INVALID_STATUS", "what takes back is not taken back"
    get_connection().forget_locks()
    again = fill(5_000, pieceJustificative=str(piece.id))
    assert (again.status_code, balance(account)) == (201, 5_000), again.content
    get_connection().forget_locks()
    assert fill(5_000, reference="dep - 1").json()["code"] == "CONFLICT", "the one that stands is deposited once"
    third, back, first = api(cast.admin).get(f"{ADDRESS}/{account}/mouvements").json()["data"]
    assert [row["contrepassable"] for row in (third, back, first)] == [True, False, False]
    assert (back["contrepasseId"], back["montant"], back["reference"]) == (first["id"], -50_000, "DEP-1")
    assert back["typeLabel"] == "Contrepassation"
    assert first["contrepassation"] == {
        "statut": "confirme", "motif": "Un zéro de trop", "proposeParId": str(cast.admin.id)
    }  # fmt: skip
    reverse()
    reverse(1)
    get_connection().forget_locks()
    assert (fill(5_000).status_code, balance(account), check_ledger()) == (201, 5_000, [])


def test_what_is_proposed_may_be_withdrawn_and_what_is_decided_stays(cast, account, fill, reverse):
    fill(5_000)
    assert reverse(method="delete").json()["code"] == "INVALID_STATUS"
    assert reverse(motif=" ").status_code == 400
    reverse()
    assert reverse(1, method="get").json()["data"]["statut"] == "propose"
    with pytest.raises(IntegrityError), transaction.atomic():
        decided = MovementReversal.objects.get()
        MovementReversal.objects.update(
            confirme_par=decided.propose_par, confirme_le=timezone.now(), ecriture=decided.mouvement.ecriture
        )
    assert reverse(1, method="delete").status_code == 200
    assert reverse(1, method="get").status_code == 404
    reverse(1)
    assert reverse(0).json()["data"]["statut"] == "confirme"
    for change in (MovementReversal.objects.all().delete, lambda: MovementReversal.objects.update(motif="x")):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert (balance(account), check_ledger()) == (0, [])


def test_money_that_is_spent_is_not_taken_back(api, cast, account, fill, reverse):
    """What a run has reserved neither; and what a run, a sheet or a session has posted is not taken back here."""
    fill(5_000)
    with get_connection().cursor() as cursor:
        cursor.execute(
            "INSERT INTO transfers_reservation (id, compte_id, montant, restant) VALUES (uuid7(), %s, 1, 1)", [account]
        )
    reverse()
    assert reverse(1).json()["code"] == "INSUFFICIENT_FUNDS"
    assert (balance(account), MovementReversal.objects.get().confirme_le) == (5_000, None)
    assert reverse(1, movement="00000000-0000-7000-8000-000000000000").status_code == 404
    other = open_account(api, cast.admin, account_project(account), operateur="operator_b_money", numeroCompte="2")
    get_connection().forget_locks()
    path = f"{ADDRESS}/{other.json()['data']['id']}/mouvements/{Movement.objects.latest('numero').id}/contrepasser"
    assert api(cast.admin).post(path, {"motif": "x"}).status_code == 404, "another account's"


def account_project(account):
    return LedgerAccount.objects.select_related("projet").get(id=account).projet
