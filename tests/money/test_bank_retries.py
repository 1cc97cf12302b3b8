"""What failed elsewhere, and goes through a bank."""

import pytest

from config.postgis.base import get_connection
from tests.money.banks import build_transfer
from tests.money.colleagues import correct_accounts
from tests.money.test_bank_files import (
    ACCOUNTS,
    bank,
    counts,
    enrol_for_bank,
    faults,
    find_texts,
    read_message,
    statuses,
)
from transfers.beneficiaries.models import Beneficiary
from transfers.execution.bank_transfers.models import IssuedMessage
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


def test_a_late_refusal_of_a_replaced_message_settles_nothing(world, bank, cast):
    """The bank got the transfers again under a new identifier: a retry after the old refusal would pay twice."""
    enrol_for_bank(world, ACCOUNTS[:2])
    cycle = world.plan()
    bank.execute(cycle)
    (first,) = find_texts(read_message(bank.fetch(cycle)), "GrpHdr/MsgId")
    (second,) = find_texts(read_message(bank.fetch(cycle, "?format=xml&emission=2")), "GrpHdr/MsgId")
    read_message(bank.fetch(cycle, "?format=xml&emission=2"))
    issued = IssuedMessage.objects.values_list("identifiant", "auteur__email")
    assert sorted(issued) == sorted((one, cast.admin.email) for one in (first, second))

    refusal = build_transfer("C-1-0000000", "RJCT", reason="AC04")
    late = bank.send(cycle, refusal, build_transfer("C-1-0000001"), message=first)
    assert (faults(late), counts(late)) == ([(1, "message_remplace")], (2, 1, 0, 0, 0, 1))
    assert second in late.json()["data"]["erreurs"][0]["message"]
    assert statuses() == ["en_cours", "reussi"]
    newest = bank.send(cycle, refusal, message=second)
    assert (faults(newest), statuses()) == ([], ["echoue", "reussi"])
