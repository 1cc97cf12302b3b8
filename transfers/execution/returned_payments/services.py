"""Take confirmed payments back, by sets: attempts, payments and money in one transaction."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.webhooks.api import publish_events
from config.caller import Caller
from config.locks import Lock, claim_lock
from transfers.execution.models import Run
from transfers.execution.returned_payments.queries import SQL
from transfers.execution.returned_payments.types import PaymentReturn, ReturnedAttempt
from transfers.execution.rules import MAX_REASON
from transfers.ledger.api import find_project_accounts, lock_accounts, post_selected_lines
from transfers.ledger.models import Entry, EntryNature


@transaction.atomic
def return_payments(*, runs: Sequence[Run], returns: Sequence[PaymentReturn], user: Caller) -> list[UUID]:
    """Take back payments that their operator gave back: the money is on its account again, the payments have failed.

    `runs` are locked (`lock_runs`); attempts of others are left, and so are those that are not confirmed, or whose amount
    is neither what had left the account nor that without the fees. A payment that came back may be tried again. Each
    movement is reversed, never changed. Returns the ids of the attempts that this call returned.
    """
    claim_lock(Lock.PAYMENTS)
    claim_lock(Lock.ATTEMPTS)
    lock_accounts(list_return_accounts(runs))
    return return_locked_payments(runs=runs, returns=returns, user=user)


def list_return_accounts(runs: Sequence[Run]) -> list[UUID]:
    """Return the accounts that returns of payments of these runs are posted to."""
    others = [find_project_accounts(project) for project in {run.compte.projet_id for run in runs}]
    sides = [account for each in others for account in (each.beneficiaires, each.frais)]
    return [*(run.compte_id for run in runs), *sides]


def return_locked_payments(*, runs: Sequence[Run], returns: Sequence[PaymentReturn], user: Caller) -> list[UUID]:
    """Take back payments as `return_payments` does, after a settlement in the same transaction.

    It has locked the runs, their accounts and those of their projects (`settle_selected_outcomes`).
    """
    by_id = {run.id: run for run in runs}
    SQL.execute("drop_returned")
    SQL.execute("return_attempts", _build_params(runs, returns))
    SQL.execute("fail_payments")
    returned = SQL.fetch_objects(ReturnedAttempt, "list_returned")
    _post_returns({(by_id[row.execution_id], row.jour) for row in returned}, user)
    for run in by_id.values():
        failed = (row.paiement_id for row in returned if row.execution_id == run.id)
        publish_events("paiement.echoue", ({"paiementId": payment, "cycleId": run.cycle_id} for payment in failed))
    return [row.id for row in returned]


def _build_params(runs: Sequence[Run], returns: Sequence[PaymentReturn]) -> dict[str, Any]:
    return {
        "runs": [run.id for run in runs],
        "comptes": [run.compte_id for run in runs],
        "ids": [each.id for each in returns],
        "montants": [each.montant for each in returns],
        "motifs": [each.motif[:MAX_REASON] for each in returns],
        "dates": [each.date_valeur for each in returns],
    }


def _post_returns(batches: set[tuple[Run, date]], user: Caller) -> None:
    """Post one entry for each run and day, whose movements reverse those that had paid."""
    others = {run.compte.projet_id: find_project_accounts(run.compte.projet_id) for run, _day in batches}
    for run, day in sorted(batches, key=lambda batch: (batch[0].id, batch[1])):
        project = others[run.compte.projet_id]
        entry = Entry(nature=EntryNature.CONTREPASSATION, date_valeur=day, auteur_id=user.id)
        params = {
            "run": run.id,
            "jour": day,
            "cycle": run.cycle_id,
            "beneficiaires": project.beneficiaires,
            "compte_frais": project.frais,
        }
        post_selected_lines(entry=entry, lines=SQL["return_lines"], params=params)
