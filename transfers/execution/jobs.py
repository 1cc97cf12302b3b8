"""Drive runs: send what is prepared, ask for what is unknown. Nothing here works within a transaction."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from math import inf
from typing import Any, Final
from uuid import UUID

from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from accounts.worker.outbox import Outbox
from config.caller import require_reach
from config.errors.database import BUSY, get_sqlstate
from config.ids import uuid7
from transfers.cycles.api import list_paid_regions
from transfers.cycles.models import Cycle
from transfers.execution.instructions.rules import ATTEMPT_REFERENCE_SQL
from transfers.execution.models import Attempt, AttemptState, Provider, Run
from transfers.execution.providers.bank_transfer import BankTransfer
from transfers.execution.providers.gsma.connections import find_connection
from transfers.execution.providers.gsma.delivery import GsmaDelivery
from transfers.execution.providers.instruction_file import InstructionFile
from transfers.execution.providers.simulator import Simulator
from transfers.execution.queries import SQL, list_due_runs, summarise_runs
from transfers.execution.rules import BATCH_SIZE, LEASE, build_callback_address, describe_outcome
from transfers.execution.services import begin_runs, suspend_unsent
from transfers.execution.settlement.services import announce_end, settle_outcomes
from transfers.execution.types import Delivery, Lease, Outcome, PaymentOrder, RunOptions
from transfers.payments.models import PaymentStatus
from transfers.programmes.models import Statut

EXECUTION_JOB: Final = "executer_cycle"
# Who may pay a cycle.
EXECUTE: Final = "transferts.executer"
OUTBOX: Final = Outbox("drive_payment_run", "run_id", queue="jobs")
# Called between the steps of a run; tests of crashes stop the process there.
Step = Callable[[str], None]


def ignore_step(name: str) -> None:
    """Do nothing at a step of a run."""


class RunLease:
    """Hold the right to drive a run. It ends by itself when its process sleeps or dies, and another one takes the run."""

    def __init__(self, run_id: UUID) -> None:
        """Hold nothing yet: `renew` takes it."""
        self.run_id, self.worker = run_id, uuid7()
        self._until = -inf

    def renew(self) -> bool:
        """Take or prolong it; return False when another process has the run."""
        # From before the database counts: here it ends first.
        until = time.monotonic() + LEASE.total_seconds()
        taken = SQL.execute("claim_run", {"run": self.run_id, "worker": self.worker, "lease": LEASE})
        self._until = until if taken else -inf
        return bool(taken)

    def keep(self) -> None:
        """Prolong it while orders are under way; when others are in the way, the next time."""
        try:
            self.renew()
        except DatabaseError as error:
            if get_sqlstate(error) not in BUSY:
                raise

    def holds(self) -> bool:
        """Return whether no other process can have the run. Asked from any thread."""
        return time.monotonic() < self._until

    def release(self, pause: int) -> None:
        """End it, and let nobody take the run for `pause` seconds."""
        SQL.execute("release_run", {"run": self.run_id, "worker": self.worker, "pause": pause})


def _simulate(run: Run, lease: Lease) -> Delivery:
    simulation = run.options.get("simulation", {})
    return Simulator(
        failure_rate=simulation.get("tauxEchec", 0),
        unknown_rate=simulation.get("tauxInconnu", 0),
        seed=simulation.get("graine", 0),
    )


def _connect_gsma(run: Run, lease: Lease) -> Delivery:
    connection = find_connection(run.operateur_id)
    return GsmaDelivery(
        connection, lambda order: build_callback_address(connection.callback, run.operateur_id, order.id), lease
    )


# How each provider delivers; one that is missing here cannot be chosen.
DELIVERIES: Final[dict[str, Callable[[Run, Lease], Delivery]]] = {
    Provider.FICHIER: lambda run, lease: InstructionFile(),
    Provider.VIREMENT_BANCAIRE: lambda run, lease: BankTransfer(),
    Provider.SIMULATEUR: _simulate,
    Provider.GSMA: _connect_gsma,
    # Sheets are issued, and their results typed, by people.
    Provider.ESPECES: lambda run, lease: InstructionFile(),
}


def drive_run(run_id: UUID, *, step: Step = ignore_step, report: Callable[[int], None] | None = None) -> bool:
    """Send and settle what a run has prepared, batch by batch; return False when another process drives it.

    Stops before the next batch when the cycle or its programme is suspended. Must not be called within a transaction.
    """
    lease = RunLease(run_id)
    run = Run.objects.select_related("compte__projet", "cycle").get(id=run_id)
    delivery = DELIVERIES[run.fournisseur](run, lease)
    if not lease.renew():
        return False
    settled = pause = 0
    try:
        # Whoever drove it before is dead or has ended: what it left as sent may have arrived.
        if delivery.is_immediate:
            SQL.execute("mark_sent_unknown", {"run": run_id})
            settled += _ask_for_unknown(run, delivery, lease, step)
        settled += _refuse_prepared(run, delivery, step)
        while orders := _claim_batch(run, delivery, lease, step):
            outcomes = delivery.send(orders)
            step("after send")
            settled += _settle_batch(run, delivery, orders, outcomes)
            step("after settle")
            if report:
                report(settled)
            if _return_unsent(outcomes):
                pause = _find_pause(outcomes)
                break  # the operator cannot be reached, or the lease has ended: tried again when the run is due next
        announce_end([run])
    finally:
        lease.release(pause)
    return True


def drive_or_leave(run_id: UUID, *, step: Step = ignore_step) -> None:
    """Drive a run; leave the rest of it to the worker when another transaction is in the way.

    Payments may have been sent: who is told to try again would look for a run that has begun.
    """
    try:
        drive_run(run_id, step=step)
    except DatabaseError as error:
        if get_sqlstate(error) not in BUSY:
            raise
        OUTBOX.hint(run_id)


def _list_orders(query: str, run: Run, delivery: Delivery, **params: Any) -> list[PaymentOrder]:
    """Return a batch of orders of a run, each with the reference of its attempt, as in files and in statements."""
    values = {"run": run.id, "size": min(BATCH_SIZE, delivery.batch_size), **params}
    return SQL.fetch_objects(PaymentOrder, query, values, reference=ATTEMPT_REFERENCE_SQL)


def _refuse_prepared(run: Run, delivery: Delivery, step: Step) -> int:
    """Settle what the delivery refuses of all that is prepared, and return how many; again after a crash.

    Nothing is sent before: an order that was sent is not looked at again, and one that no bank can read would keep its
    whole message from being written.
    """
    settled, after = 0, UUID(int=0)
    while delivery.is_selective and (orders := _list_orders("list_prepared", run, delivery, after=after)):
        after = orders[-1].id
        if outcomes := delivery.refuse(orders):
            step("before refusal")
            settled += len(settle_outcomes(run=run, outcomes=outcomes))
            step("after refusal")
    return settled


def _claim_batch(run: Run, delivery: Delivery, lease: RunLease, step: Step) -> list[PaymentOrder]:
    """Mark the next prepared attempts as sent, and return their orders; none when the run must stop."""
    step("before claim")
    if not lease.renew():
        return []
    if Cycle.objects.filter(
        Q(suspendu_le__isnull=False) | Q(programme__statut=Statut.SUSPENDU), id=run.cycle_id
    ).exists():
        return []
    orders = _list_orders("claim_batch", run, delivery)
    step("after claim")
    return orders


def _ask_for_unknown(run: Run, delivery: Delivery, lease: RunLease, step: Step) -> int:
    """Ask the operator once for each unknown attempt that is due; return how many were settled."""
    settled = 0
    while lease.renew() and (orders := _list_orders("list_unknown", run, delivery)):
        asked = timezone.now()
        outcomes = delivery.ask(orders)
        step("after ask")
        SQL.execute("mark_callbacks_handled", {"ids": [order.id for order in orders], "asked": asked})
        settled += _settle_batch(run, delivery, orders, outcomes)
    return settled


def _settle_batch(run: Run, delivery: Delivery, orders: Sequence[PaymentOrder], outcomes: Sequence[Outcome]) -> int:
    """Settle the definite outcomes of a batch, and mark as unknown what may have left; return how many were settled."""
    definite = [outcome for outcome in outcomes if outcome.etat in (AttemptState.CONFIRMEE, AttemptState.REJETEE)]
    settled = settle_outcomes(run=run, outcomes=definite) if definite else []
    unsent = {outcome.id for outcome in outcomes if outcome.etat == AttemptState.PREPAREE}
    rest = {order.id for order in orders} - set(settled) - unsent
    if rest and delivery.is_immediate:
        SQL.execute("mark_unknown", {"ids": list(rest), "pause": _find_pause(outcomes)})
        requests = {outcome.id: outcome.demande for outcome in outcomes if outcome.demande}
        if requests:
            SQL.execute("store_requests", {"ids": list(requests), "demandes": list(requests.values())})
    return len(settled)


def _find_pause(outcomes: Iterable[Outcome]) -> int:
    """Return how long the operator wants to be left alone (seconds)."""
    return max((outcome.pause for outcome in outcomes), default=0)


def _return_unsent(outcomes: Iterable[Outcome]) -> bool:
    """Prepare again what never left, and return whether there was any."""
    unsent = [outcome.id for outcome in outcomes if outcome.etat == AttemptState.PREPAREE]
    return bool(unsent) and bool(SQL.execute("return_unsent", {"ids": unsent}))


@contextmanager
def drive_job_runs(job: Job, progress: Progress) -> Iterator[list[Run]]:
    """Drive the runs of a job, before its own transaction; they commit on their own (a job's `prepare`).

    The job of a long list begins them first, once.
    """
    if "debut" in job.parametres and not job.parametres["runs"]:
        _begin_job_runs(job)
        progress.raise_if_stopped()
    runs = list(Run.objects.filter(id__in=job.parametres["runs"]))
    done = 0
    total = summarise_runs(runs).nb_paiements
    for run in runs:
        drive_run(run.id, report=partial(_report_after, progress, done, total))
        done += summarise_runs([run]).nb_paiements
    yield runs


def build_beginning(cycle: Cycle, options: RunOptions, statut: PaymentStatus) -> dict[str, Any]:
    """Return the parameters of a job that begins the runs which it drives."""
    return {"runs": [], "debut": {"cycle": str(cycle.id), "statut": statut, "options": asdict(options)}}


@transaction.atomic
def _begin_job_runs(job: Job) -> None:
    """Begin the runs of a job, and remember them with it: a job that is run again drives these.

    Raises as `begin_runs` does, and FORBIDDEN when its user may no longer pay the cycle.
    """
    wanted = job.parametres["debut"]
    cycle = Cycle.objects.get(id=wanted["cycle"])
    user = find_job_caller(job, EXECUTE)
    require_reach(user, list_paid_regions(cycle))
    runs = begin_runs(
        cycle=cycle, options=RunOptions(**wanted["options"]), user=user, statut=PaymentStatus(wanted["statut"])
    )
    job.parametres = job.parametres | {"runs": [str(run.id) for run in runs]}
    job.save(update_fields=["parametres"])


def _report_after(progress: Progress, before: int, total: int, settled: int) -> None:
    progress.report(before + settled, total)


def summarise_job_runs(job: Job, progress: Progress, runs: list[Run]) -> dict[str, Any]:
    """Return the result of a job whose runs were driven."""
    return summarise_runs(runs).to_json()


def stop_job_runs(job: Job) -> None:
    """Suspend what a job was paying: the worker would take up its runs, and send the rest without it."""
    suspend_unsent(run_ids=job.parametres["runs"])


def describe_job_remains(job: Job) -> str:
    """Describe what became of the payments of a job that did not succeed."""
    runs = list(Run.objects.filter(id__in=job.parametres["runs"]))
    summary = summarise_runs(runs)
    unsent = Attempt.objects.filter(execution__in=runs, etat=AttemptState.PREPAREE).count()
    told = describe_outcome(replace(summary, en_cours=summary.en_cours + summary.inconnus - unsent))
    if unsent:
        told += " " + ngettext(
            "%(n)d paiement n'est pas envoyé : l'exécution du cycle est suspendue jusqu'à ce que quelqu'un la reprenne.",
            "%(n)d paiements ne sont pas envoyés : l'exécution du cycle est suspendue jusqu'à ce que quelqu'un la reprenne.",
            unsent,
        ) % {"n": unsent}
    return told


def hint_due_runs() -> None:
    """Queue the runs that nobody drives although there is something to do: their process has died."""
    for run_id in list_due_runs():
        OUTBOX.hint(run_id)


OUTBOX.define_tasks(drive_run, hint_due=hint_due_runs, hint_task="hint_due_payment_runs")
