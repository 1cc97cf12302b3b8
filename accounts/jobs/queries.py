"""Reading jobs."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import Count

from accounts.jobs.models import Job
from config.api.problems import not_found


def job_of(user: Any, job_id: UUID) -> Job:
    """A job of the user's own. Raises NOT_FOUND for another's: a result holds what its owner may see."""
    job = Job.objects.filter(id=job_id, user=user).first()
    if job is None:
        raise not_found()
    return job


def by_state() -> Iterator[tuple[tuple[str, ...], float]]:
    """How many jobs there are of each kind and state (for metrics)."""
    for kind, statut, number in Job.objects.values_list("type", "statut").annotate(number=Count("*")).order_by():
        yield (kind, statut), number
