"""Who hands out cash, takes it back or reads results at once moves each franc once."""

from collections import Counter

import pytest

from tests.money.files import csv_file
from tests.threads import together
from transfers.execution.sheets.models import Sheet
from transfers.ledger.api import check_ledger
from transfers.ledger.models import LedgerAccount, Movement
from transfers.payments.models import Payment

pytestmark = pytest.mark.django_db(transaction=True)


def balance(nature):
    return LedgerAccount.objects.get(nature=nature).solde


def test_cash_is_handed_out_once(cash):
    cash.begin()
    one = cash.issue()[0]
    answers = together(6, lambda: cash.client.post(f"/api/feuilles/{one.id}/remise", {"payeur": "Awa"}))
    count = Counter(answer.status_code for answer in answers)
    # 409: the others were in the way for too long, as the threads of one process are not to wait.
    assert (count[200], count[400] + count[409]) == (1, 5)
    assert (balance("especes_remises"), cash.world.balance(), check_ledger()) == (30_000, (170_000, 60_000), [])


def test_numbers_are_given_once(cash):
    cash.begin()
    answers = together(4, lambda: cash.client.post(f"/api/cycles/{cash.cycle.id}/feuilles", {"lignes": 1}))
    count = Counter(answer.status_code for answer in answers)
    assert (count[201], count[400] + count[409]) == (1, 3)
    assert sorted(Sheet.objects.values_list("numero", flat=True)) == [1, 2, 3, 4, 5, 6]


def test_returns_and_result_files_at_once_pay_once(cash):
    """Whoever is first settles the lines; the cash comes back once."""
    cash.begin()
    one = cash.issue()[0]
    cash.do(one, "remise", payeur="Awa")
    first, second = (line["reference"] for line in cash.client.get(f"/api/feuilles/{one.id}").json()["data"]["lignes"])
    body = {
        "lignes": [{"numero": 1, "statut": "reussi"}, {"numero": 2, "statut": "echoue", "motif": "Absente"}],
        "especesRendues": 15_000,
    }

    def act(number):
        if number % 2:
            file = csv_file(f"{first};reussi;;;;", f"{second};echoue;Absente;;;")
            return cash.client.upload(f"/api/cycles/{cash.cycle.id}/resultats", {"file": file}).status_code
        return cash.client.post(f"/api/feuilles/{one.id}/retour", body).status_code

    assert 200 in together(6, act, numbered=True)
    assert cash.do(one, "retour", **body).status_code == 200
    assert Counter(Payment.objects.filter(mode_paiement="especes").values_list("statut", flat=True)) == {
        "reussi": 1,
        "echoue": 1,
        "en_cours": 4,
    }
    assert Movement.objects.filter(type="paiement", objet_id__isnull=False).count() == 1
    assert (balance("especes_remises"), balance("especes_rendues"), check_ledger()) == (0, 15_000, [])
