"""Run jobs, as tasks of the queue that name a job's row.

A run claims the job by compare-and-set and holds a lease that a heartbeat renews; it does all its work and the change
to `termine` in one transaction, which commits only while the run still holds the lease. So a job that runs twice, or is
killed at any point, takes effect once or not at all.

Work in further transactions leaves receipts (see `Progress`): when the process is killed between two commits, the next
run does the rest. A job that did not succeed describes what remains of its work.

A run may commit only if its user still has all rights that they had at its beginning: when a permission, a region or
the account is taken away meanwhile, the run ends at its next step and is rolled back. Additional rights change nothing.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import Error, connection, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.jobs.hooks import job_kinds
from accounts.jobs.models import Job
from accounts.jobs.queries import has_run_rights, is_cancellation_requested, list_lapsed_jobs, load_run_rights
from accounts.jobs.services import OUTBOX, act_as_job, end_job, recover_dead_jobs
from accounts.jobs.types import JobCancelled, Progress, RunRights, build_lost_rights_problem
from config.disk_space import is_disk_full
from config.errors.database import find_constraint_problem, is_temporary, is_unavailable
from config.errors.problems import Problem
from config.ids import uuid7

logger = logging.getLogger("tabanca.jobs")
BEAT_SECONDS = 1.0


class LeaseLostError(Exception):
    """Signal that another run took the job over, so this one must not commit."""


def execute_job(job_id: UUID) -> None:
    """Run one job if it is due, in the language of the user who started it.

    Never raises for an error of the job: that is its outcome.
    """
    worker = uuid7()
    job = _claim_job(job_id, worker)
    if job is not None:
        with override(job.parametres.get("langue") or settings.LANGUAGE_CODE):
            _run_claimed_job(job, worker)


def _claim_job(job_id: UUID, worker: UUID) -> Job | None:
    """Claim a waiting job, or a running one whose lease has expired; return None when there is none."""
    now = timezone.now()
    claim = {
        "statut": Job.Statut.EN_COURS,
        "worker": worker,
        "started_at": now,
        "lease_until": now + timedelta(seconds=settings.JOB_LEASE_SECONDS),
        "essais": F("essais") + 1,
        "fait": 0,
    }
    waiting = Job.objects.filter(id=job_id, statut=Job.Statut.EN_ATTENTE)
    lapsed = list_lapsed_jobs(now).filter(id=job_id)
    if not (waiting.update(**claim) or lapsed.update(**claim)):
        return None
    return Job.objects.select_related("user").get(id=job_id)


def _run_claimed_job(job: Job, worker: UUID) -> None:
    """Do the work of a job in one transaction, and end it there; or end it as cancelled or failed."""
    progress = Progress()
    try:
        rights = load_run_rights(job)
        kind = job_kinds[job.type]
        with (
            keep_lease(job.id, worker, progress, rights),
            kind.prepare(job, progress) if kind.prepare else nullcontext() as prepared,
            act_as_job(job),
            transaction.atomic(),
        ):
            result = kind.run(job, progress, prepared) if kind.prepare else kind.run(job, progress)
            progress.is_stop_requested |= is_cancellation_requested(job.id)
            progress.raise_if_stopped()
            if not has_run_rights(rights):
                raise build_lost_rights_problem()
            done, total = progress.get_final_count(), progress.total
            _end_claimed_job(job, worker, Job.Statut.TERMINE, resultat=result, fait=done, total=total)
            progress.commit_extra_transactions()
    except LeaseLostError:
        logger.warning("job %s was taken over by another run; its work was rolled back", job.id)
    except JobCancelled:
        _end_failed_job(job, worker, Job.Statut.ANNULE)
    except Problem as problem:
        _end_failed_job(job, worker, Job.Statut.ECHOUE, erreur=" ".join(problem.describe()))
    except Exception as error:
        passing = is_temporary(error)
        logger.log(logging.WARNING if passing else logging.ERROR, "job %s (%s) failed", job.id, job.type, exc_info=True)
        if progress.has_begun_commits or passing:
            # A part may be committed, or the error may be temporary: the job stays open, and `recover_dead_jobs` queues
            # it again when its lease has expired, up to JOB_MAX_ATTEMPTS runs.
            return
        _end_failed_job(job, worker, Job.Statut.ECHOUE, erreur=_describe_fault(error))
    finally:
        progress.abandon_extra_transactions()


def _end_claimed_job(job: Job, worker: UUID, statut: str, **outcome: Any) -> None:
    """End a job that this run holds. Raises LeaseLostError when another run has taken it over."""
    if not end_job(Job.objects.filter(worker=worker, statut=Job.Statut.EN_COURS), job, statut, **outcome):
        raise LeaseLostError


def _end_failed_job(job: Job, worker: UUID, statut: str, **outcome: Any) -> None:
    """End a job that did not succeed; only log it when another run has taken the job over."""
    try:
        _end_claimed_job(job, worker, statut, **outcome)
    except LeaseLostError:
        logger.warning("job %s was taken over before its end was written", job.id)


def _describe_fault(error: Exception) -> str:
    """Describe an unexpected error to the user who started the job."""
    if is_disk_full(error):
        return _("Le serveur n'a plus de place : prévenez l'administrateur, puis recommencez.")
    if find_constraint_problem(error):
        return _("D'autres personnes ont changé les mêmes données pendant la tâche. Recommencez.")
    return _("Une erreur interne a arrêté la tâche.")


@contextmanager
def keep_lease(job_id: UUID, worker: UUID, progress: Progress, rights: RunRights) -> Iterator[None]:
    """Renew the job's lease while the block runs, write its progress, and check the rights of its user.

    A thread with its own connection does so, because nobody could read progress written in the job's transaction. It
    runs until after that transaction, in which the end state is written too. A heartbeat that finds the row locked
    waits for the commit, then finds no running job of this worker: it changes nothing, and its request to stop comes
    too late to matter.
    """
    over = threading.Event()
    thread = threading.Thread(target=_send_heartbeats, args=(job_id, worker, progress, rights, over), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(timeout=10)


def _send_heartbeats(job_id: UUID, worker: UUID, progress: Progress, rights: RunRights, over: threading.Event) -> None:
    """Renew the lease and write the progress every second until `over`, and read whether the job must stop.

    It stops when its cancellation was requested, its lease lost or its user's rights reduced.
    """
    claimed = Job.objects.filter(id=job_id, worker=worker, statut=Job.Statut.EN_COURS)
    try:
        while not over.wait(BEAT_SECONDS):
            try:
                lease = timezone.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)
                renewed = claimed.update(fait=progress.done, total=progress.total, lease_until=lease)
                cancelled = is_cancellation_requested(job_id)
                progress.is_stop_requested = progress.is_stop_requested or cancelled or not renewed
                progress.has_lost_rights = progress.has_lost_rights or not has_run_rights(rights)
            except Error as error:
                if not is_unavailable(error):
                    raise
                # The run may still be alive, and the lease lasts for many heartbeats: the next one reconnects.
                logger.warning("a heartbeat of job %s met no database", job_id)
                connection.close()
    finally:
        connection.close()


OUTBOX.define_tasks(execute_job, hint_due=recover_dead_jobs, hint_task="recover_jobs")
