"""Query jobs, the rights of their users, and the job that holds a lock."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from psycopg import sql

from accounts.jobs.filters import JobFilters
from accounts.jobs.hooks import job_kinds
from accounts.jobs.models import Job
from accounts.jobs.types import LockHolder, RunRights, build_lost_rights_problem
from accounts.users.api import find_active_user
from accounts.users.models import User
from config.caller import Caller
from config.errors.problems import forbidden, not_found
from config.sql import Queries

SQL = Queries(__file__, "lock_holders.sql")
# PostgreSQL's description of the row for which a statement waited.
WAITED_ROW: Final = re.compile(r'tuple \((\d+,\d+)\) in relation "([^"]+)"')


def find_own_job(user: Caller, job_id: UUID) -> Job:
    """Return one of the user's own jobs.

    Raises NOT_FOUND for another user's: a result holds data within its owner's scope.
    """
    job = Job.objects.filter(id=job_id, user_id=user.id).first()
    if job is None:
        raise not_found()
    return job


def filter_own_jobs(user: Caller, query: Mapping[str, Any]) -> QuerySet[Job]:
    """Return the user's own jobs under the filters of the list, newest first (ids are time-ordered)."""
    return JobFilters.filter_rows(Job.objects.filter(user_id=user.id), query).order_by("-id")


def list_lapsed_jobs(now: datetime) -> QuerySet[Job]:
    """Return running jobs whose run is dead.

    A lease too far in the future was written before the clock was set back: a live run renews its lease every second.
    """
    ahead = now + timedelta(seconds=2 * settings.JOB_LEASE_SECONDS)
    return Job.objects.filter(Q(lease_until__lt=now) | Q(lease_until__gt=ahead), statut=Job.Statut.EN_COURS)


def count_jobs_by_state() -> Iterator[tuple[tuple[str, ...], float]]:
    """Count jobs by kind and state (for metrics)."""
    for kind, statut, number in Job.objects.values_list("type", "statut").annotate(number=Count("*")).order_by():
        yield (kind, statut), number


def find_job_caller(job: Job, permission: str) -> User:
    """Return the user of a job with their current rights.

    Raises FORBIDDEN when the account is deleted or inactive, or lacks `permission`.
    """
    user = find_active_user(job.user_id) if job.user_id else None
    if user is None or not user.holds(permission):
        raise forbidden()
    return user


def load_run_rights(job: Job) -> RunRights:
    """Return the current rights of a job's user. Raises FORBIDDEN when the user is deleted or inactive."""
    if job.user_id is None:
        return RunRights(None)
    user = find_active_user(job.user_id)
    if user is None:
        raise build_lost_rights_problem()
    return RunRights(user.id, user.permissions, None if user.region_ids is None else frozenset(user.region_ids))


def has_run_rights(rights: RunRights) -> bool:
    """Return whether the user of a run still has all the rights that they had when it began, with one query."""
    return rights.user_id is None or rights.are_held_by(find_active_user(rights.user_id))


def is_cancellation_requested(job_id: UUID) -> bool:
    """Return whether somebody has asked the job to stop."""
    return Job.objects.filter(id=job_id, annulation_demandee=True).exists()


def describe_lock_holder(error: BaseException) -> str | None:
    """Describe the job that holds the lock on which a statement timed out; None when no job does.

    The text is in the caller's language, and says when the job is only the probable holder.
    """
    xid = _find_blocking_transaction(error)
    holder = SQL.fetch_object(LockHolder, "find_lock_holder", {"xid": xid, "seconds": settings.LOCK_SECONDS})
    job = Job.objects.select_related("user").filter(id=holder.job_id).first() if holder.job_id else None
    if job is None:
        return None
    kind = job_kinds.get(job.type)
    values = {
        "kind": kind.name if kind and kind.name else job.type,
        "user": job.user.nom_complet if job.user else "Tabanca",
    }
    if holder.certain:
        return (
            _(
                "Une tâche en cours modifie ces données : %(kind)s, lancée par %(user)s. Réessayez quand elle sera terminée."
            )
            % values
        )
    return (
        _(
            "Ces données sont en cours de modification, sans doute par cette tâche : %(kind)s, lancée par %(user)s. "
            "Réessayez quand elle sera terminée."
        )
        % values
    )


def _find_blocking_transaction(error: BaseException) -> str | None:
    """Return the id of the transaction that locks the row of the error; None when the server did not name the row."""
    diagnostics = getattr(error.__cause__, "diag", None) or getattr(error, "diag", None)
    found = WAITED_ROW.search(getattr(diagnostics, "context", None) or "")
    if found is None:
        return None
    place, relation = found.groups()
    statement = sql.SQL("SELECT xmax::text FROM {} WHERE ctid = %s::tid").format(sql.Identifier(relation))
    with connection.cursor() as cursor:
        cursor.execute(statement, [f"({place})"])
        row = cursor.fetchone()
    return row[0] if row else None
