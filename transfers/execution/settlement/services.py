"""Settle what operators answer: attempts, payments and money in one transaction."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.notifications.api import notify
from accounts.users.api import list_user_ids_with_reach
from accounts.webhooks.api import publish_event, publish_events
from config.locks import Lock, claim_lock, lock_name, lock_rows
from transfers.cycles.api import list_paid_regions
from transfers.execution.models import AttemptState, Run
from transfers.execution.queries import SQL
from transfers.execution.rules import MAX_REASON
from transfers.execution.types import Outcome, SettledRun, SettlementCounts
from transfers.ledger.api import (
    ProjectAccounts,
    find_project_accounts,
    lock_accounts,
    post_selected_lines,
    reduce_reservation,
)
from transfers.ledger.models import Entry, EntryNature


@transaction.atomic(durable=True)
def settle_outcomes(*, run: Run, outcomes: Sequence[Outcome]) -> list[UUID]:
    """Store definite outcomes of one run as `settle_selected_outcomes` does, in a transaction of its own.

    Returns the ids of the attempts that this call settled.
    """
    settle_sent_outcomes(runs=lock_runs([run.id]), outcomes=outcomes)
    return SQL.fetch_column("list_settled")


def settle_sent_outcomes(
    *, runs: Sequence[Run], outcomes: Sequence[Outcome], more_accounts: Sequence[UUID] = ()
) -> SettlementCounts:
    """Settle definite outcomes as `settle_selected_outcomes` does."""
    params = {
        "ids": [outcome.id for outcome in outcomes],
        "etats": [outcome.etat for outcome in outcomes],
        "references": [outcome.reference_operateur for outcome in outcomes],
        "motifs": [_name_reason(outcome) for outcome in outcomes],
        "montants": [outcome.montant_recu for outcome in outcomes],
        "moments": [outcome.moment for outcome in outcomes],
    }
    return settle_selected_outcomes(
        runs=runs, outcomes=SQL["sent_outcomes"], params=params, more_accounts=more_accounts
    )


def lock_runs(ids: Iterable[UUID]) -> list[Run]:
    """Lock runs in the order of their ids until the transaction ends: nobody else settles their attempts meanwhile."""
    rows = Run.objects.filter(id__in=list(ids)).select_related("compte", "cycle")
    return list(lock_rows(Lock.RUNS, rows))


def settle_selected_outcomes(
    *, runs: Sequence[Run], outcomes: str, params: dict[str, Any], more_accounts: Sequence[UUID] = ()
) -> SettlementCounts:
    """Settle outcomes that a query selects: attempts and payments, then post what was paid and give back the reservations.

    `runs` are locked (`lock_runs`); attempts of others are left. `outcomes` is trusted SQL with the columns id, etat,
    reference, motif, montant_recu and moment. An attempt that is settled already is left as it is, and so is one whose
    outcome names more money than was ordered. Must be called within a transaction; leaves `settled_attempt` in it, and
    `more_accounts` locked with those that it posts to, for what the caller posts after it.
    """
    claim_lock(Lock.PAYMENTS)
    claim_lock(Lock.ATTEMPTS)
    SQL.execute("create_settled")
    by_id = {run.id: run for run in runs}
    if not SQL.execute("settle_attempts", params | {"runs": list(by_id)}, outcomes=outcomes):
        if more_accounts:
            lock_accounts(more_accounts)
        return SettlementCounts()
    SQL.execute("settle_payments", {"cycles": list({run.cycle_id for run in runs})})
    settled = [(by_id[row.execution_id], row) for row in SQL.fetch_objects(SettledRun, "sum_settled")]
    _move_money(settled, more_accounts)
    for run, row in settled:
        if row.echoues:
            _publish_failures(run)
    return SettlementCounts(sum(row.reussis for _run, row in settled), sum(row.echoues for _run, row in settled))


def _name_reason(outcome: Outcome) -> str | None:
    if outcome.etat == AttemptState.REJETEE:
        return (outcome.motif or name_usual_reason())[:MAX_REASON]
    return None


def name_usual_reason() -> str:
    """Return the reason of a failure for which the operator gave none."""
    return _("Refusé par l'opérateur.")


def _move_money(settled: Sequence[tuple[Run, SettledRun]], more_accounts: Sequence[UUID]) -> None:
    """Give back what the settled attempts of each run had reserved, and post those that were paid."""
    projects = {run.compte.projet_id for run, _row in settled}
    others = {project: find_project_accounts(project) for project in projects}
    sides = [account for each in others.values() for account in (each.beneficiaires, each.frais, each.especes_remises)]
    lock_accounts([*(run.compte_id for run, _row in settled), *sides, *more_accounts])
    for run, row in settled:
        reduce_reservation(reservation_id=run.id, amount=row.total)
        if row.reussis:
            project = others[run.compte.projet_id]
            post_paid_attempts(run=run, settled=row, others=project, author_id=run.auteur_id)


def post_paid_attempts(
    *, run: Run, settled: SettledRun, others: ProjectAccounts, author_id: UUID | None, reason: str | None = None
) -> None:
    """Post the settled attempts of a run that were paid: an entry for each day on which the operator paid, its value date.

    They are in `settled_attempt`; the accounts are locked. Raises INSUFFICIENT_FUNDS.
    """
    for day in _list_paid_days(settled):
        entry = Entry(nature=EntryNature.PAIEMENT, date_valeur=day, description=reason, auteur_id=author_id)
        params = {
            "run": run.id,
            "debut": _find_midnight(day),
            "fin": _find_midnight(day + timedelta(days=1)),
            "compte": run.compte_id,
            "especes": others.especes_remises,
            "cycle": run.cycle_id,
            "beneficiaires": others.beneficiaires,
            "compte_frais": others.frais,
        }
        post_selected_lines(entry=entry, lines=SQL["payment_lines"], params=params)


def _list_paid_days(settled: SettledRun) -> list[date]:
    """Return the civil days on which attempts were paid: mostly one, which costs no question."""
    if settled.premier is None or settled.dernier is None:
        return []
    first, last = timezone.localdate(settled.premier), timezone.localdate(settled.dernier)
    if first == last:
        return [first]
    return SQL.fetch_column("list_paid_days", {"run": settled.execution_id, "zone": settings.TIME_ZONE})


def _find_midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))


def _publish_failures(run: Run) -> None:
    failed = SQL.fetch_column("list_settled_failures", {"run": run.id})
    publish_events("paiement.echoue", ({"paiementId": payment, "cycleId": run.cycle_id} for payment in failed))


@transaction.atomic
def announce_end(runs: Sequence[Run]) -> None:
    """Notify of the end of runs of one cycle, once each, when nothing of them is open any more.

    The end of the cycle is published when nobody is left to be paid in any of its runs, and again after a follow-up run.
    """
    ended = [run for run in runs if SQL.execute("announce_run", {"run": run.id})]
    for run in ended:
        _notify_of_end(run)
    if ended:
        publish_cycle_end(ended[0].cycle_id)


def _notify_of_end(run: Run) -> None:
    summary = SQL.fetch_one("summarise_run", {"runs": [run.id]})
    # The counts are those of the whole cycle: not for who sees a part of it.
    readers = list_user_ids_with_reach("transferts.executer", list_paid_regions(run.cycle))
    notify(
        to=[run.auteur_id, *readers],
        category="paiement",
        type="warning" if summary["echoues"] else "success",
        title=lazy("L'exécution d'un cycle est terminée"),
        message=lazy("Cycle %(code)s. Paiements réussis : %(paid)d ; échoués : %(failed)d."),
        params={"code": run.cycle.code, "paid": summary["reussis"], "failed": summary["echoues"]},
        link="/cycles",
        data={"cycleId": str(run.cycle_id), "nbPaiements": summary["nb_paiements"]},
    )


def publish_cycle_end(cycle_id: UUID) -> None:
    """Publish the end of a cycle if it is finished. Two runs that end at once do not miss each other."""
    lock_name(Lock.CYCLE_ENDS, str(cycle_id))
    sums = SQL.fetch_one("summarise_cycle", {"cycle": cycle_id}, is_out=SQL["is_out"])
    if sums["reste"]:
        return
    counts = {"nbPaiements": sums["nb_paiements"], "reussis": sums["reussis"], "echoues": sums["echoues"]}
    publish_event("cycle.termine", {"cycleId": cycle_id, **counts})
