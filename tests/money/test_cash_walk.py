"""Whatever is done with sheets, in whatever order: each franc is on one account, and nobody is paid twice."""

from random import Random

import pytest

from tests.money.files import csv_file, send_results
from transfers.execution.models import Attempt
from transfers.execution.sheets.models import Sheet
from transfers.ledger.api import check_ledger
from transfers.ledger.models import LedgerAccount, Movement
from transfers.payments.models import Payment

OUTCOMES = ("reussi", "partiel", "echoue")


def draw_line(random, number):
    """A line as a payer may bring it back: also one that does not fit."""
    line = {"numero": number, "statut": random.choice(OUTCOMES)}
    if line["statut"] == "partiel":
        line["montant"] = random.choice((1, 5_000, 5_000, 14_999, 14_999, 15_000))
    if line["statut"] == "echoue":
        line["motif"] = "Absente"
    return line


class Walk:
    """Random acts upon the sheets of a cycle, right and wrong ones."""

    def __init__(self, cash, seed):
        self.cash, self.random = cash, Random(seed)
        self.acts = (self.issue, self.withdraw, self.hand_out, self.hand_out, self.bring_back, self.bring_back)
        self.acts += (self.report, self.deposit, self.try_again)

    def choose_sheet(self):
        return self.random.choice(list(Sheet.objects.select_related("cycle")) or [None])

    def act(self):
        sheet = self.choose_sheet()
        chosen = self.random.choice(self.acts)
        if sheet is None:
            chosen = self.issue
        return chosen(sheet)

    def issue(self, _sheet):
        return self.cash.call(f"/api/cycles/{self.cash.cycle.id}/feuilles", {"lignes": self.random.randint(1, 3)})

    def withdraw(self, sheet):
        return self.cash.do(sheet, "annuler")

    def hand_out(self, sheet):
        return self.cash.do(sheet, "remise", payeur="Awa")

    def bring_back(self, sheet):
        on_the_road = list(Sheet.objects.filter(etat="remise"))
        if on_the_road and self.random.random() < 0.8:
            sheet = self.random.choice(on_the_road)
        attempts = {line.numero: line.tentative for line in sheet.lignes.select_related("tentative")}
        signed = sum(each.montant_recu or each.montant for each in attempts.values() if each.etat == "confirmee")
        is_open = {number: each.etat == "envoyee" for number, each in attempts.items()}
        lines = [draw_line(self.random, number) for number in attempts if is_open[number] or self.random.random() < 0.1]
        signed += sum({"reussi": 15_000, "echoue": 0}.get(line["statut"], line.get("montant", 0)) for line in lines)
        back = max(0, (sheet.montant_remis or 0) - signed + self.random.choice((0,) * 4 + (-1_000, 1_000)))
        body = {"lignes": lines, "especesRendues": back}
        if self.random.random() < 0.5:
            body["motifManquant"] = "Perdue"
        return self.cash.do(sheet, "retour", **body)

    def report(self, _sheet):
        payments = Payment.objects.filter(mode_paiement="especes").order_by("reference")
        chosen = self.random.sample(list(payments.values_list("reference", flat=True)), 2)
        lines = (
            f"{reference};{self.random.choice(OUTCOMES)};;;{self.random.choice(('', 5_000))};" for reference in chosen
        )
        return send_results(self.cash.client, self.cash.cycle, csv_file(*lines))

    def deposit(self, sheet):
        return self.cash.do(sheet, "versement", reference="BORD")

    def try_again(self, _sheet):
        return self.cash.call(f"/api/cycles/{self.cash.cycle.id}/relancer-echecs", {"fournisseur": "especes"})


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_every_franc_is_on_one_account(cash, seed):
    cash.begin()
    walk, statuses = Walk(cash, seed), set()
    for _step in range(30):
        answer = walk.act()
        statuses.add(answer.status_code)
        assert answer.status_code in (200, 201, 400, 409), answer.content
        assert check_ledger() == []
    assert {200, 400} <= statuses
    assert "retournee" in Sheet.objects.values_list("etat", flat=True)
    received = sum(payment.montant_recu or payment.montant for payment in Payment.objects.filter(statut="reussi"))
    balances = dict(LedgerAccount.objects.values_list("nature", "solde"))
    assert balances["beneficiaires"] == received > 0
    assert sum(balances.values()) == 0
    assert balances["tresor"] == -200_000
    paid = Attempt.objects.filter(etat="confirmee").values_list("paiement_id", flat=True)
    assert len(paid) == len(set(paid)) == Movement.objects.filter(type="paiement", objet_id__isnull=False).count()
