"""Cash that a sheet did not bring back is written off, or found again, by the decision of two people."""

import pytest
from django.db import Error, IntegrityError, transaction
from django.utils import timezone

from tests.cases import walk_cases
from tests.conftest import make_user
from tests.money.test_cash import holdings, paid
from tests.threads import together
from transfers.execution.sheets.losses.models import CashLoss
from transfers.ledger.api import check_ledger
from transfers.ledger.models import Movement


@pytest.fixture
def short(cash):
    """A sheet of 30,000 of which 5,000 are missing."""
    cash.begin()
    one = cash.issue()[0]
    cash.do(one, "remise", payeur="Awa")
    lines = [*paid(1), {"numero": 2, "statut": "echoue", "motif": "Absente"}]
    assert cash.do(one, "retour", lignes=lines, especesRendues=10_000, motifManquant="Volé").status_code == 200
    return one


@pytest.fixture
def others(db):
    return make_user("ROLE_ADMIN"), make_user("ROLE_ADMIN")


def decide(cash, sheet, user, **changed):
    return cash.call(f"/api/feuilles/{sheet.id}/manquant", {"motif": "Plainte déposée"} | changed, user=user)


def test_a_second_person_writes_it_off(cash, short, others):
    one, other = others
    assert holdings()["attente"] == 5_000
    proposed = decide(cash, short, one)
    assert (proposed.status_code, proposed.json()["data"]["statut"]) == (200, "propose")
    assert (holdings()["attente"], holdings().get("pertes")) == (5_000, None)
    shown = decide(cash, short, other, motif="Lu aussi").json()["data"]
    assert [shown[name] for name in ("statut", "montantManquant", "montantRetrouve", "montantPerdu")] == [
        "confirme",
        5_000,
        0,
        5_000,
    ]
    assert (holdings().get("attente"), holdings()["pertes"], check_ledger()) == (None, 5_000, [])
    assert decide(cash, short, one).json()["code"] == "INVALID_STATUS"
    assert cash.client.get(f"/api/feuilles/{short.id}/manquant").json()["data"]["statut"] == "confirme"


def test_what_was_found_again_is_on_the_account(cash, short, others):
    before, _reserved = cash.world.balance()
    for user in others:
        assert decide(cash, short, user, montantRetrouve=4_000, reference="BORD-9").status_code == 200
    assert cash.world.balance()[0] == before + 4_000
    assert (holdings().get("attente"), holdings()["pertes"], check_ledger()) == (None, 1_000, [])


def test_all_of_it_may_be_found(cash, short, others):
    for user in others:
        decide(cash, short, user, montantRetrouve=5_000, reference="BORD-9")
    assert (holdings().get("attente"), holdings().get("pertes"), check_ledger()) == (None, None, [])


def test_nobody_confirms_himself_something_else_or_what_he_handled(cash, short, others, cast):
    one, other = others
    decide(cash, short, one)
    assert decide(cash, short, one).json()["code"] == "CONFLICT"
    assert decide(cash, short, other, montantRetrouve=1, reference="B").json()["code"] == "CONFLICT"
    # The admin handed the cash out, and took the return.
    assert decide(cash, short, cast.admin).json()["code"] == "FORBIDDEN"
    assert (holdings()["attente"], check_ledger()) == (5_000, [])
    with pytest.raises(IntegrityError), transaction.atomic():
        CashLoss.objects.update(confirme_par=one, confirme_le=timezone.now())
    assert decide(cash, short, one, montantRetrouve=1, reference="B").json()["data"]["montantPerdu"] == 4_999


def test_a_withdrawn_proposal_is_gone_and_a_decision_stays(cash, short, others, api):
    path = f"/api/feuilles/{short.id}/manquant"
    decide(cash, short, others[0])
    assert api(others[1]).delete(path).status_code == 200
    assert (cash.client.get(path).status_code, api(others[1]).delete(path).json()["code"]) == (404, "INVALID_STATUS")
    for user in others:
        decide(cash, short, user)
    assert api(others[1]).delete(path).json()["code"] == "INVALID_STATUS"
    with pytest.raises(Error), transaction.atomic():
        CashLoss.objects.all().delete()


@walk_cases(
    ("changed", "field"),
    [
        ({"montantRetrouve": 5_001, "reference": "B"}, "montantRetrouve"),
        ({"montantRetrouve": -1, "reference": "B"}, "montantRetrouve"),
        ({"montantRetrouve": 1.5, "reference": "B"}, "montantRetrouve"),
        ({"montantRetrouve": 10**30, "reference": "B"}, "montantRetrouve"),
        ({"montantRetrouve": "NaN", "reference": "B"}, "montantRetrouve"),
        ({"montantRetrouve": 1}, "reference"),
        ({"montantRetrouve": 1, "reference": "\u200b"}, "reference"),
        ({"reference": "B"}, "reference"),
        ({"motif": "\u200b"}, "motif"),
        ({"montant": 1}, "montant"),
    ],
)
def test_what_makes_no_sense_is_refused(cash, short, others, changed, field):
    answer = decide(cash, short, others[0], **changed)
    assert (answer.status_code, list(answer.json()["details"])) == (400, [field])
    assert not CashLoss.objects.exists()


def test_a_sheet_that_brought_all_back_has_nothing_to_decide(cash, others):
    cash.begin()
    one = cash.issue()[0]
    assert decide(cash, one, others[0]).json()["code"] == "INVALID_STATUS"


def test_who_may(cash, short, cast):
    assert decide(cash, short, cast.reader_west).status_code == 403
    assert decide(cash, short, cast.agent_west).status_code == 403


@pytest.mark.django_db(transaction=True)
def test_of_many_who_confirm_at_once_one_posts(cash, short, others, api):
    decide(cash, short, others[0])
    users = [make_user("ROLE_ADMIN") for _ in range(5)]
    movements = Movement.objects.count()
    answers = together(5, lambda number: decide(cash, short, users[number]).status_code, numbered=True)
    assert sorted(answers) == [200] + [400] * 4
    assert (holdings()["pertes"], Movement.objects.count() - movements, check_ledger()) == (5_000, 2, [])
