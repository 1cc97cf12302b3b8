"""Start, cancel and end background jobs, and recover them after a crash. `accounts.jobs.jobs` runs them.

The row is authoritative. The queue (Procrastinate) receives a hint in the same transaction as the row, so that a job
never starts before its row is committed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from psycopg.pq import TransactionStatus

from accounts.audit.api import audit_as
from accounts.files.api import remove_job_file
from accounts.jobs.hooks import job_end_listeners, job_kinds
from accounts.jobs.models import Job
from accounts.jobs.queries import list_lapsed_jobs
from accounts.worker.outbox import Outbox
from config.caller import Caller
from config.database_limits import DatabaseLimits, compute_job_limits, set_limits
from config.errors.problems import invalid_status

OUTBOX: Final = Outbox("run_job", "job_id", queue="jobs")
# Before the id of a job, as the application name of its connection (lock_holders.sql) and as its request in the audit.
JOB_PREFIX: Final = "tache:"

# The name of the file that a job reads, and whether it writes.
KEPT_PARAMS: Final = ("nom", "action")


@transaction.atomic
def start_job(kind: str, params: dict[str, Any], user: Caller | None) -> Job:
    """Create and queue a job of a registered kind for `user`. `params` is JSON, and deleted when the job ends."""
    if kind not in job_kinds:
        raise KeyError(kind)
    job = Job.objects.create(type=kind, parametres=params, user_id=user.id if user else None)
    queue_job(job.id)
    return job


def queue_job(job_id: UUID) -> None:
    """Queue a run of the job."""
    OUTBOX.hint(job_id)


@transaction.atomic
def cancel_job(job: Job) -> Job:
    """Request a job to stop. A waiting job ends at once; a running one at its next step, rolled back.

    Raises INVALID_STATUS when it has already ended.
    """
    waiting = Job.objects.filter(id=job.id, statut=Job.Statut.EN_ATTENTE)
    if waiting.update(**_build_end_columns(job, Job.Statut.ANNULE, timezone.now()), annulation_demandee=True):
        _stop_work(job)
        _store_remains(job)
        remove_job_file(job)
    else:
        running = Job.objects.filter(id=job.id, statut=Job.Statut.EN_COURS)
        if not running.update(annulation_demandee=True):
            raise invalid_status(_("Cette tâche est déjà terminée."))
        _stop_work(job)
    job.refresh_from_db()
    return job


@transaction.atomic
def end_job(rows: QuerySet[Job], job: Job, statut: str, **outcome: Any) -> bool:
    """Set an end state by compare-and-set, delete the job's input file and call the listeners.

    Return False when `rows` no longer match the job.
    """
    ended = rows.filter(id=job.id).update(
        **_build_end_columns(job, statut, timezone.now()), lease_until=None, **outcome
    )
    if ended:
        if statut != Job.Statut.TERMINE:
            _stop_work(job)
            _store_remains(job, outcome.get("erreur"))
        remove_job_file(job)
        for listener in job_end_listeners.values():
            listener(job, statut)
    return bool(ended)


def _build_end_columns(job: Job, statut: str, now: datetime) -> dict[str, Any]:
    """Return the columns that every end sets.

    The parameters are deleted, as they may hold a name that a user searched for, except what tells the user which file
    it was.
    """
    kept = {name: job.parametres[name] for name in KEPT_PARAMS if name in job.parametres}
    return {"statut": statut, "ended_at": now, "parametres": kept}


def _stop_work(job: Job) -> None:
    """End what would go on without a job that is not to go on."""
    kind = job_kinds.get(job.type)
    if kind and kind.stop:
        kind.stop(job)


def _store_remains(job: Job, why: str | None = None) -> None:
    """Store why a job did not succeed, and what remains of it."""
    kind = job_kinds.get(job.type)
    remains = kind.describe_remains(job) if kind and kind.describe_remains else None
    told = " ".join(filter(None, (why, remains or _("Rien n'a été modifié."))))
    Job.objects.filter(id=job.id).update(erreur=told)


def recover_dead_jobs() -> int:
    """Queue jobs whose run died again, and end those that died too often. Returns how many jobs were handled.

    Waiting jobs whose hint was lost are queued again too: a second hint for one job does no harm.
    """
    now = timezone.now()
    lapsed = list_lapsed_jobs(now)
    stopped = _("La tâche s'est arrêtée sans finir, plusieurs fois.")
    ended = 0
    for job in lapsed.filter(Q(annulation_demandee=True) | Q(essais__gte=settings.JOB_MAX_ATTEMPTS)):
        if job.annulation_demandee:
            ended += end_job(lapsed, job, Job.Statut.ANNULE)
        else:
            ended += end_job(lapsed, job, Job.Statut.ECHOUE, erreur=stopped)
    lost = now - timedelta(seconds=settings.JOB_LEASE_SECONDS)
    waiting = Job.objects.filter(statut=Job.Statut.EN_ATTENTE, created_at__lt=lost)
    again = [*lapsed.values_list("id", flat=True), *waiting.values_list("id", flat=True)[:100]]
    for job_id in again:
        queue_job(job_id)
    return ended + len(again)


@contextmanager
def act_as_job(job: Job) -> Iterator[None]:
    """Run the block as a job: under its application name and limits, with its changes attributed to its user."""
    name = f"{JOB_PREFIX}{job.id}"
    _configure_connection(name, compute_job_limits())
    try:
        with audit_as(job.user_id, request=name):
            yield
    finally:
        raw = connection.connection
        if raw is not None and raw.info.transaction_status in (TransactionStatus.IDLE, TransactionStatus.INTRANS):
            _configure_connection("", DatabaseLimits())


def _configure_connection(name: str, limits: DatabaseLimits) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('application_name', %s, false)", [name])
    set_limits(limits)


def delete_old_results() -> int:
    """Delete the results of old jobs, which hold rows of files and their errors, and their files' names. Return how many.

    The jobs themselves and how they ended stay.
    """
    before = timezone.now() - timedelta(days=settings.JOB_RESULT_KEEP_DAYS)
    old = Job.objects.filter(ended_at__lt=before)
    old.exclude(parametres={}).update(parametres={})
    return old.filter(resultat__isnull=False).update(resultat=None)
