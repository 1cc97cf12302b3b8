"""Long work: starting it, running it, stopping it, and picking it up again after a crash.

The row is the truth. The queue (procrastinate) gets a hint in the same transaction as the row, so that a job never
starts before its row is committed. A run claims the job by compare-and-set and holds a lease that a heartbeat
renews; it does all its work and the change to `termine` in one transaction, which commits only while the lease is
still its own. So a job that is run twice, or killed anywhere, has one effect or none. What it does in transactions beside its
own leaves receipts (see `Progress`): killed between two commits, the next run does the rest. A job that did not end well
says what stands of it. The rights of its user are held in the same way: `accounts.jobs.rights`.
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

from accounts.audit.context import audit_as
from accounts.jobs.holding import NAMES, named_connection
from accounts.jobs.models import Job
from accounts.jobs.progress import Cancelled, Progress, heartbeat
from accounts.jobs.rights import Rights
from config.api.faults import is_passing
from config.api.lost_races import find_problem
from config.api.problems import Problem, invalid_status
from config.ids import uuid7
from config.storage import is_disk_full

logger = logging.getLogger("tabanca.jobs")
Run = Callable[..., dict[str, Any]]
Outside = Callable[[Job, Progress], AbstractContextManager[Any]]
Remains = Callable[[Job], str | None]
KINDS: dict[str, Run] = {}
REMAINS: dict[str, Remains] = {}
OUTSIDE: dict[str, Outside] = {}
# How a hint reaches the queue; set by accounts.hooks, so that this module needs no queue to be imported.
_hint: list[Callable[[UUID], None]] = []
# Who is told of the end of a job, in its transaction.
_ended: list[Callable[[Job, str], None]] = []
# What tidies up after a job, however it ended, in the transaction of its end.
_tidy: list[Callable[[Job], None]] = []
OPEN = (Job.Statut.EN_ATTENTE, Job.Statut.EN_COURS)


class LeaseLost(Exception):
    """Another run took the job over: this one must not commit."""


def register(
    kind: str, run: Run, outside: Outside | None = None, remains: Remains | None = None, *, name: Any = None
) -> None:
    """Declare a kind of job (from an app's `hooks.py`). `run` answers the result in its documented shape.

    A job that asks another system first says so by `outside`: a block that is entered before the transaction begins,
    changes nothing here, and yields what `run` is then given as its third argument.

    A job that works in transactions beside its own says by `remains`, in a sentence, what stands of it although it
    did not end well; None when nothing does.

    `name` (by `gettext_lazy`) is what people call it, when it keeps others waiting.
    """
    KINDS[kind] = run
    if name:
        NAMES[kind] = name
    if remains:
        REMAINS[kind] = remains
    if outside:
        OUTSIDE[kind] = outside


def use_queue(hint: Callable[[UUID], None]) -> None:
    """Called once, by `accounts.hooks`."""
    _hint[:] = [hint]


def tell_of_ends(*tell: Callable[[Job, str], None]) -> None:
    """Called once, by `accounts.hooks`: what is called with every job that a run or `recover` has ended."""
    _ended[:] = tell


def tidy_with(*tidy: Callable[[Job], None]) -> None:
    """Called once, by `accounts.hooks`: what is called with every job that has ended, also a cancelled one."""
    _tidy[:] = tidy


@transaction.atomic
def start(kind: str, params: dict[str, Any], user: Any) -> Job:
    """Queue a job of a registered kind for `user`. `params` is JSON; it is forgotten when the job ends."""
    if kind not in KINDS:
        raise KeyError(kind)
    job = Job.objects.create(type=kind, parametres=params, user=user)
    _hint[0](job.id)
    return job


@transaction.atomic
def cancel(job: Job) -> Job:
    """Ask a job to stop. A waiting one ends at once; a running one at its next step, with nothing changed.

    Raises INVALID_STATUS when it has already ended.
    """
    now = timezone.now()
    waiting = Job.objects.filter(id=job.id, statut=Job.Statut.EN_ATTENTE)
    outcome = {"annulation_demandee": True, "erreur": _standing(job)}
    if waiting.update(**_over(Job.Statut.ANNULE, now), **outcome):
        _clean(job)
    else:
        running = Job.objects.filter(id=job.id, statut=Job.Statut.EN_COURS)
        if not running.update(annulation_demandee=True):
            raise invalid_status(_("Cette tâche est déjà terminée."))
    job.refresh_from_db()
    return job


def _claim(job_id: UUID, worker: UUID) -> Job | None:
    """Take a waiting job, or a running one whose lease has run out; None when there is nothing to take."""
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
    lapsed = Job.objects.filter(_lapsed(now), id=job_id)
    if not (waiting.update(**mine) or lapsed.update(**mine)):
        return None
    return Job.objects.select_related("user").get(id=job_id)


def _lapsed(now: datetime) -> Q:
    """Match running jobs whose run is dead.

    A lease that ends too far ahead was written before the clock went back: a live run writes a new one every second.
    """
    ahead = now + timedelta(seconds=2 * settings.JOB_LEASE_SECONDS)
    return Q(statut=Job.Statut.EN_COURS) & (Q(lease_until__lt=now) | Q(lease_until__gt=ahead))


@transaction.atomic
def _end(held: QuerySet[Job], job: Job, statut: str, **outcome: Any) -> bool:
    """Compare-and-set to an end state, and tell it. Answers whether `held` still had the job."""
    if statut != Job.Statut.TERMINE:
        outcome["erreur"] = " ".join(filter(None, (outcome.get("erreur"), _standing(job))))
    ended = held.filter(id=job.id).update(**_over(statut, timezone.now()), lease_until=None, **outcome)
    if ended:
        _clean(job)
        for tell in _ended:
            tell(job, statut)
    return bool(ended)


def _over(statut: str, now: datetime) -> dict[str, Any]:
    """What every end writes. What was asked may hold a name that somebody searched for: nothing needs it any more."""
    return {"statut": statut, "ended_at": now, "parametres": {}}


def _standing(job: Job) -> str:
    """What stands of a job that did not end well."""
    told = REMAINS[job.type](job) if job.type in REMAINS else None
    return told or _("Rien n'a été modifié.")


def _clean(job: Job) -> None:
    for tidy in _tidy:
        tidy(job)


def _finish(job: Job, worker: UUID, statut: str, **outcome: Any) -> None:
    """End a job that this run holds; raises LeaseLost when the job is no longer ours."""
    if not _end(Job.objects.filter(worker=worker, statut=Job.Statut.EN_COURS), job, statut, **outcome):
        raise LeaseLost


def run(job_id: UUID) -> None:
    """Run one job if it is there to be run, in the language of who started it. Never raises for a fault of the job:
    that is its outcome."""
    worker = uuid7()
    job = _claim(job_id, worker)
    if job is not None:
        with override(job.parametres.get("langue") or settings.LANGUAGE_CODE):
            _attempt(job, worker)


@contextmanager
def acting(job: Job) -> Iterator[None]:
    """Have this connection work for a job: under its name and the limits of jobs, its changes told as its user's."""
    with named_connection(job.id), audit_as(job.user_id, request=f"tache:{job.id}"):
        yield


def _attempt(job: Job, worker: UUID) -> None:
    progress = Progress()
    try:
        rights = Rights.of(job)
        outside = OUTSIDE.get(job.type)
        with (
            heartbeat(job.id, worker, progress, rights),
            outside(job, progress) if outside else nullcontext() as material,
            acting(job),
            transaction.atomic(),
        ):
            result = KINDS[job.type](job, progress, *([material] if outside else []))
            progress.check()
            rights.require()
            _finish(
                job, worker, statut=Job.Statut.TERMINE, resultat=result, fait=progress.whole(), total=progress.total
            )
            progress.commit_beside()
    except LeaseLost:
        logger.warning("job %s was taken over by another run; its work was rolled back", job.id)
    except Cancelled:
        _settle(job, worker, statut=Job.Statut.ANNULE)
    except Problem as problem:
        _settle(job, worker, statut=Job.Statut.ECHOUE, erreur=" ".join(problem.explain()))
    except Exception as error:  # noqa: BLE001 - whatever a job raises is its outcome; the log has the trace
        passing = is_passing(error)
        logger.log(logging.WARNING if passing else logging.ERROR, "job %s (%s) failed", job.id, job.type, exc_info=True)
        if progress.sealed or passing:
            # A part may be committed, or the fault may be over soon: the job stays open, and `recover` has it done when
            # its lease has lapsed, as often as a job is tried.
            return
        _settle(job, worker, statut=Job.Statut.ECHOUE, erreur=_describe_fault(error))
    finally:
        progress.abandon_beside()


def _describe_fault(error: Exception) -> str:
    """The sentence for whoever started a job that raised no refusal of its own."""
    if is_disk_full(error):
        return _("Le serveur n'a plus de place : prévenez l'administrateur, puis recommencez.")
    if find_problem(error):
        return _("D'autres personnes ont changé les mêmes données pendant la tâche. Recommencez.")
    return _("Une erreur interne a arrêté la tâche.")


def _settle(job: Job, worker: UUID, **outcome: Any) -> None:
    try:
        _finish(job, worker, **outcome)
    except LeaseLost:
        logger.warning("job %s was taken over before its end was written", job.id)


def recover() -> int:
    """Queue again the jobs whose run died, and end those that have died too often. Answers how many were touched.

    Also queues waiting jobs again whose hint was lost: a second hint for one job does no harm.
    """
    now = timezone.now()
    lapsed = Job.objects.filter(_lapsed(now))
    stopped = _("La tâche s'est arrêtée sans finir, plusieurs fois.")
    ended = 0
    for job in lapsed.filter(Q(annulation_demandee=True) | Q(essais__gte=settings.JOB_MAX_ATTEMPTS)):
        if job.annulation_demandee:
            ended += _end(lapsed, job, Job.Statut.ANNULE)
        else:
            ended += _end(lapsed, job, Job.Statut.ECHOUE, erreur=stopped)
    lost = now - timedelta(seconds=settings.JOB_LEASE_SECONDS)
    waiting = Job.objects.filter(statut=Job.Statut.EN_ATTENTE, created_at__lt=lost)
    again = [*lapsed.values_list("id", flat=True), *waiting.values_list("id", flat=True)[:100]]
    for job_id in again:
        _hint[0](job_id)
    return ended + len(again)


def forget_old_results() -> int:
    """Results hold rows of files, errors included: after a time only that the job was, and how it ended. Answers how
    many were emptied."""
    before = timezone.now() - timedelta(days=settings.JOB_RESULT_KEEP_DAYS)
    return Job.objects.filter(ended_at__lt=before, resultat__isnull=False).update(resultat=None)
