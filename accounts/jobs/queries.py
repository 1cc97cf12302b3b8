"""Query jobs."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import Count

from accounts.jobs.models import Job
from config.errors.problems import not_found


def find_own_job(user: Any, job_id: UUID) -> Job:
    """Return one of the user's own jobs.

    Raises NOT_FOUND for another user's: a result holds data within its owner's scope.
    """
    job = Job.objects.filter(id=job_id, user=user).first()
    if job is None:
        raise not_found()
    return job


def count_jobs_by_state() -> Iterator[tuple[tuple[str, ...], float]]:
    """Count jobs by kind and state (for metrics)."""
    for kind, statut, number in Job.objects.values_list("type", "statut").annotate(number=Count("*")).order_by():
        yield (kind, statut), number
