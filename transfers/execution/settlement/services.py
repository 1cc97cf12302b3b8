"""Settle what operators answer: attempts, payments and money in one transaction."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.notifications.api import notify
from accounts.webhooks.api import publish_event
from config.locks import Lock, claim_lock, lock_row
from transfers.execution.models import AttemptState, Run
from transfers.execution.queries import SQL
from transfers.execution.rules import MAX_REASON
from transfers.execution.types import Outcome
from transfers.ledger.api import find_project_accounts, lock_accounts, post_selected_lines, reduce_reservation
from transfers.ledger.models import Entry, EntryNature


@transaction.atomic(durable=True)
def settle_outcomes(*, run: Run, outcomes: Sequence[Outcome]) -> list[UUID]:
    """Store definite outcomes: settle attempts and payments, post what was paid, give back the reservation.

    Returns the ids of the attempts that this call settled: one that is settled already is left as it is, and so is one
    whose outcome names more money than was ordered.
    """
    lock_row(Lock.RUNS, Run.objects.filter(id=run.id))
    claim_lock(Lock.PAYMENTS)
    claim_lock(Lock.ATTEMPTS)
    params = {
        "ids": [outcome.id for outcome in outcomes],
        "etats": [outcome.etat for outcome in outcomes],
        "references": [outcome.reference_operateur for outcome in outcomes],
        "motifs": [_name_reason(outcome) for outcome in outcomes],
        "montants": [outcome.montant_recu for outcome in outcomes],
        "moments": [outcome.moment for outcome in outcomes],
    }
    rows = SQL.fetch_rows("settle_attempts", params)
    if not rows:
        return []
    ids = [row["id"] for row in rows]
    SQL.execute("settle_payments", {"ids": ids})
    _move_money(run, ids, rows)
    for row in rows:
        if row["etat"] == AttemptState.REJETEE:
            _publish_failure(run, row["paiement_id"])
    return ids


def _name_reason(outcome: Outcome) -> str | None:
    if outcome.etat == AttemptState.REJETEE:
        return (outcome.motif or _("Refusé par l'opérateur."))[:MAX_REASON]
    return None


def _move_money(run: Run, ids: list[UUID], rows: list[dict[str, Any]]) -> None:
    """Give back what the settled attempts had reserved, and post those that were paid."""
    others = find_project_accounts(run.compte.projet_id)
    lock_accounts([run.compte_id, others.beneficiaires, others.frais])
    reduce_reservation(reservation_id=run.id, amount=sum(row["montant"] + row["frais"] for row in rows))
    if not any(row["etat"] == AttemptState.CONFIRMEE for row in rows):
        return
    entry = Entry(nature=EntryNature.PAIEMENT, date_valeur=timezone.localdate(), auteur_id=run.auteur_id)
    params = {
        "ids": ids,
        "compte": run.compte_id,
        "cycle": run.cycle_id,
        "beneficiaires": others.beneficiaires,
        "compte_frais": others.frais,
    }
    post_selected_lines(entry=entry, lines=SQL["payment_lines"], params=params)


def _publish_failure(run: Run, payment_id: UUID) -> None:
    publish_event("paiement.echoue", {"paiementId": payment_id, "cycleId": run.cycle_id})


@transaction.atomic
def announce_end(run: Run) -> None:
    """Notify of the end of a run, and publish it, once: when nothing of it is open any more."""
    if not SQL.execute("announce_run", {"run": run.id}):
        return
    summary = SQL.fetch_one("summarise_run", {"runs": [run.id]})
    counts = {"cycleId": str(run.cycle_id), "nbPaiements": summary["nb_paiements"]}
    notify(
        to=[run.auteur_id],
        holders_of="transferts.executer",
        category="paiement",
        type="warning" if summary["echoues"] else "success",
        title=lazy("L'exécution d'un cycle est terminée"),
        message=lazy("Cycle %(code)s : %(paid)d paiements réussis, %(failed)d échoués."),
        params={"code": run.cycle.code, "paid": summary["reussis"], "failed": summary["echoues"]},
        link="/cycles",
        data=counts,
    )
    publish_event(
        "cycle.termine",
        {
            "cycleId": run.cycle_id,
            "nbPaiements": summary["nb_paiements"],
            "reussis": summary["reussis"],
            "echoues": summary["echoues"],
        },
    )
