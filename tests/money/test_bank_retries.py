"""What failed elsewhere, and goes through a bank."""

import pytest

from config.postgis.base import get_connection
from tests.money.colleagues import correct_accounts
from tests.money.test_bank_files import ACCOUNTS, bank, enrol_for_bank, find_texts, read_message, statuses
from transfers.beneficiaries.models import Beneficiary
from transfers.execution.jobs import drive_run
from transfers.execution.models import Attempt, Run
from transfers.execution.queries import list_due_runs
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


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("point", ["before refusal", "after refusal", "after claim", "after send"])
def test_a_process_that_dies_never_leaves_a_transfer_that_blocks_the_message(world, bank, monkeypatch, point):
    """What no bank can read is refused before the first transfer leaves, by the next process if need be."""
    enrol_for_bank(world, [*ACCOUNTS[:2], "++", *ACCOUNTS[2:]])
    planned = world.plan()
    monkeypatch.setattr("transfers.execution.jobs.drive_or_leave", lambda run: None)
    bank.execute(planned)
    monkeypatch.setattr("transfers.execution.jobs.BATCH_SIZE", 2)
    run_id = Run.objects.get().id

    def die(step):
        if step == point:
            raise Killed

    get_connection().forget_locks()
    with pytest.raises(Killed):
        drive_run(run_id, step=die)
    while list_due_runs():
        get_connection().forget_locks()
        drive_run(run_id)
    assert sorted(Attempt.objects.values_list("etat", flat=True)) == ["envoyee"] * 4 + ["rejetee"]
    assert len(find_texts(read_message(bank.fetch(planned)), "EndToEndId")) == 4
    bank.account.numero_compte = "++"
    bank.account.save()
    refused = bank.fetch(planned)
    assert (refused.status_code, refused.json()["code"]) == (503, "NOT_CONFIGURED")
