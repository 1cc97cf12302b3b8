"""Start, run and cancel background jobs, and recover them after a crash.

The row is authoritative. The queue (Procrastinate) receives a hint in the same transaction as the row, so that a job
never starts before its row is committed. A run claims the job by compare-and-set and holds a lease that a heartbeat
renews; it does all its work and the change to `termine` in one transaction, which commits only while the run still
holds the lease. So a job that runs twice, or is killed at any point, takes effect once or not at all.

Work in further transactions leaves receipts (see `Progress`): when the process is killed between two commits, the next
run does the rest. A job that did not succeed describes what remains of its work. The rights of its user must last until
the commit too: `accounts.jobs.rights`.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.audit.api import audit_as
from accounts.jobs.holding import NAMES, name_connection
from accounts.jobs.models import Job
from accounts.jobs.progress import JobCancelled, Progress, keep_lease
from accounts.jobs.rights import RunRights
from config.disk_space import is_disk_full
from config.errors.database import find_constraint_problem, is_temporary
from config.errors.problems import Problem, invalid_status
from config.ids import uuid7

logger = logging.getLogger("tabanca.jobs")
Run = Callable[..., dict[str, Any]]
Outside = Callable[[Job, Progress], AbstractContextManager[Any]]
Remains = Callable[[Job], str | None]
KINDS: dict[str, Run] = {}
REMAINS: dict[str, Remains] = {}
OUTSIDE: dict[str, Outside] = {}
# Queues a hint; set by accounts.hooks, so that this module can be imported without the queue.
_hint: list[Callable[[UUID], None]] = []
# Called with each job that a run or `recover_dead_jobs` ended, in the transaction of its end.
_ended: list[Callable[[Job, str], None]] = []
# Called to clean up after each job, however it ended, in the transaction of its end.
_tidy: list[Callable[[Job], None]] = []
OPEN = (Job.Statut.EN_ATTENTE, Job.Statut.EN_COURS)


class LeaseLostError(Exception):
    """Signal that another run took the job over, so this one must not commit."""


def register_job_kind(
    kind: str, run: Run, outside: Outside | None = None, remains: Remains | None = None, *, name: Any = None
) -> None:
    """Register a kind of job (from an app's `hooks.py`). `execute_job` returns the result in its documented shape.

    A job that first queries another system passes `outside`: a context manager entered before the transaction begins,
    which changes nothing here and yields the third argument of `execute_job`.

    A job that works in further transactions passes `remains`, which returns a sentence about what remains of an
    unsuccessful job, or None when nothing does.

    `name` (by `gettext_lazy`) is shown to users whom the job keeps waiting.
    """
    KINDS[kind] = run
    if name:
        NAMES[kind] = name
    if remains:
        REMAINS[kind] = remains
    if outside:
        OUTSIDE[kind] = outside


def set_queue(hint: Callable[[UUID], None]) -> None:
    """Set the function that queues a hint; called once, by `accounts.hooks`."""
    _hint[:] = [hint]


def set_end_listeners(*tell: Callable[[Job, str], None]) -> None:
    """Set the functions called with every job that a run or `recover_dead_jobs` has ended; called once, by `accounts.hooks`."""
    _ended[:] = tell


def set_cleanups(*tidy: Callable[[Job], None]) -> None:
    """Set the functions called with every ended job, including cancelled ones; called once, by `accounts.hooks`."""
    _tidy[:] = tidy


@transaction.atomic
def start_job(kind: str, params: dict[str, Any], user: Any) -> Job:
    """Create and queue a job of a registered kind for `user`. `params` is JSON, and deleted when the job ends."""
    if kind not in KINDS:
        raise KeyError(kind)
    job = Job.objects.create(type=kind, parametres=params, user=user)
    _hint[0](job.id)
    return job


@transaction.atomic
def cancel_job(job: Job) -> Job:
    """Request a job to stop. A waiting job ends at once; a running one at its next step, with nothing changed.

    Raises INVALID_STATUS when it has already ended.
    """
    now = timezone.now()
    waiting = Job.objects.filter(id=job.id, statut=Job.Statut.EN_ATTENTE)
    outcome = {"annulation_demandee": True, "erreur": _describe_remains(job)}
    if waiting.update(**_build_end_columns(Job.Statut.ANNULE, now), **outcome):
        _run_cleanups(job)
    else:
        running = Job.objects.filter(id=job.id, statut=Job.Statut.EN_COURS)
        if not running.update(annulation_demandee=True):
            raise invalid_status(_("Cette tâche est déjà terminée."))
    job.refresh_from_db()
    return job


def _claim_job(job_id: UUID, worker: UUID) -> Job | None:
    """Claim a waiting job, or a running one whose lease has expired; return None when there is none."""
    now = timezone.now()
    mine = {
        "statut": Job.Statut.EN_COURS,
        "worker": worker,
        "started_at": now,
        "lease_until": now + timedelta(seconds=settings.JOB_LEASE_SECONDS),
        "essais": F("essais") + 1,
        "fait": 0,
    }
    waiting = Job.objects.filter(id=job_id, statut=Job.Statut.EN_ATTENTE)
    lapsed = Job.objects.filter(_filter_lapsed(now), id=job_id)
    if not (waiting.update(**mine) or lapsed.update(**mine)):
        return None
    return Job.objects.select_related("user").get(id=job_id)


def _filter_lapsed(now: datetime) -> Q:
    """Match running jobs whose run is dead.

    A lease too far in the future was written before the clock was set back: a live run renews its lease every second.
    """
    ahead = now + timedelta(seconds=2 * settings.JOB_LEASE_SECONDS)
    return Q(statut=Job.Statut.EN_COURS) & (Q(lease_until__lt=now) | Q(lease_until__gt=ahead))


@transaction.atomic
def _end_job(held: QuerySet[Job], job: Job, statut: str, **outcome: Any) -> bool:
    """Set an end state by compare-and-set and notify the registered functions.

    Returns False when `held` no longer matches the job.
    """
    if statut != Job.Statut.TERMINE:
        outcome["erreur"] = " ".join(filter(None, (outcome.get("erreur"), _describe_remains(job))))
    ended = held.filter(id=job.id).update(**_build_end_columns(statut, timezone.now()), lease_until=None, **outcome)
    if ended:
        _run_cleanups(job)
        for tell in _ended:
            tell(job, statut)
    return bool(ended)


def _build_end_columns(statut: str, now: datetime) -> dict[str, Any]:
    """Return the columns that every end sets.

    The parameters are deleted: they may hold a name that a user searched for.
    """
    return {"statut": statut, "ended_at": now, "parametres": {}}


def _describe_remains(job: Job) -> str:
    """Describe what remains of a job that did not succeed."""
    told = REMAINS[job.type](job) if job.type in REMAINS else None
    return told or _("Rien n'a été modifié.")


def _run_cleanups(job: Job) -> None:
    for tidy in _tidy:
        tidy(job)


def _finish_held_job(job: Job, worker: UUID, statut: str, **outcome: Any) -> None:
    """End a job that this run holds. Raises LeaseLost when another run has taken it over."""
    if not _end_job(Job.objects.filter(worker=worker, statut=Job.Statut.EN_COURS), job, statut, **outcome):
        raise LeaseLostError


def execute_job(job_id: UUID) -> None:
    """Run one job if it is due, in the language of the user who started it.

    Never raises for an error of the job: that is its outcome.
    """
    worker = uuid7()
    job = _claim_job(job_id, worker)
    if job is not None:
        with override(job.parametres.get("langue") or settings.LANGUAGE_CODE):
            _attempt_job(job, worker)


@contextmanager
def act_as_job(job: Job) -> Iterator[None]:
    """Run the block as a job: under its application name and limits, with its changes attributed to its user."""
    with name_connection(job.id), audit_as(job.user_id, request=f"tache:{job.id}"):
        yield


def _attempt_job(job: Job, worker: UUID) -> None:
    progress = Progress()
    try:
        rights = RunRights.of(job)
        outside = OUTSIDE.get(job.type)
        with (
            keep_lease(job.id, worker, progress, rights),
            outside(job, progress) if outside else nullcontext() as material,
            act_as_job(job),
            transaction.atomic(),
        ):
            result = KINDS[job.type](job, progress, *([material] if outside else []))
            progress.check()
            rights.require()
            _finish_held_job(
                job, worker, statut=Job.Statut.TERMINE, resultat=result, fait=progress.whole(), total=progress.total
            )
            progress.commit_beside()
    except LeaseLostError:
        logger.warning("job %s was taken over by another run; its work was rolled back", job.id)
    except JobCancelled:
        _end_failed_job(job, worker, statut=Job.Statut.ANNULE)
    except Problem as problem:
        _end_failed_job(job, worker, statut=Job.Statut.ECHOUE, erreur=" ".join(problem.describe()))
    except Exception as error:  # noqa: BLE001 - whatever a job raises is its outcome; the log has the trace
        passing = is_temporary(error)
        logger.log(logging.WARNING if passing else logging.ERROR, "job %s (%s) failed", job.id, job.type, exc_info=True)
        if progress.sealed or passing:
            # A part may be committed, or the error may be temporary: the job stays open, and `recover_dead_jobs` queues it again
            # when its lease has expired, up to JOB_MAX_ATTEMPTS runs.
            return
        _end_failed_job(job, worker, statut=Job.Statut.ECHOUE, erreur=_describe_fault(error))
    finally:
        progress.abandon_beside()


def _describe_fault(error: Exception) -> str:
    """Describe an unexpected error to the user who started the job."""
    if is_disk_full(error):
        return _("Le serveur n'a plus de place : prévenez l'administrateur, puis recommencez.")
    if find_constraint_problem(error):
        return _("D'autres personnes ont changé les mêmes données pendant la tâche. Recommencez.")
    return _("Une erreur interne a arrêté la tâche.")


def _end_failed_job(job: Job, worker: UUID, **outcome: Any) -> None:
    """End a job that did not succeed; only log it when another run has taken the job over."""
    try:
        _finish_held_job(job, worker, **outcome)
    except LeaseLostError:
        logger.warning("job %s was taken over before its end was written", job.id)


def recover_dead_jobs() -> int:
    """Queue jobs whose run died again, and end those that died too often. Returns how many jobs were handled.

    Waiting jobs whose hint was lost are queued again too: a second hint for one job does no harm.
    """
    now = timezone.now()
    lapsed = Job.objects.filter(_filter_lapsed(now))
    stopped = _("La tâche s'est arrêtée sans finir, plusieurs fois.")
    ended = 0
    for job in lapsed.filter(Q(annulation_demandee=True) | Q(essais__gte=settings.JOB_MAX_ATTEMPTS)):
        if job.annulation_demandee:
            ended += _end_job(lapsed, job, Job.Statut.ANNULE)
        else:
            ended += _end_job(lapsed, job, Job.Statut.ECHOUE, erreur=stopped)
    lost = now - timedelta(seconds=settings.JOB_LEASE_SECONDS)
    waiting = Job.objects.filter(statut=Job.Statut.EN_ATTENTE, created_at__lt=lost)
    again = [*lapsed.values_list("id", flat=True), *waiting.values_list("id", flat=True)[:100]]
    for job_id in again:
        _hint[0](job_id)
    return ended + len(again)


def delete_old_results() -> int:
    """Delete the results of old jobs, which hold rows of files and their errors. Returns how many.

    The jobs themselves and how they ended stay.
    """
    before = timezone.now() - timedelta(days=settings.JOB_RESULT_KEEP_DAYS)
    return Job.objects.filter(ended_at__lt=before, resultat__isnull=False).update(resultat=None)
