"""What failed elsewhere, and goes through a bank."""

from tests.money.colleagues import correct_accounts
from tests.money.test_bank_files import ACCOUNTS, bank, find_texts, read_message, statuses
from transfers.beneficiaries.models import Beneficiary
from transfers.payments.models import Payment

__all__ = ["bank"]


def test_who_could_not_be_paid_by_telephone_is_paid_through_the_bank(world, bank):
    """Their mode was corrected: the follow-up by bank takes them, whatever operator had failed."""
    world.enrol(2)
    cycle = world.plan()
    world.fund(100_000)
    bank.execute(cycle, fournisseur="simulateur", operateur="operator_a_money", simulation={"tauxEchec": 100})
    corrected = Payment.objects.order_by("id")[0]
    people = Beneficiary.objects.filter(id=corrected.beneficiaire_id)
    correct_accounts(people, mode_paiement="virement_bancaire", compte_bancaire=ACCOUNTS[0])
    bank.execute(cycle, "relancer-echecs")
    assert find_texts(read_message(bank.fetch(cycle)), "CdtrAcct/Id/Othr/Id") == [ACCOUNTS[0]]
    assert statuses() == ["en_cours", "echoue"]
