"""Publish the end of every job as an event."""

from accounts.jobs.models import Job
from accounts.webhooks.services import publish_event


def publish_job_end(job: Job, statut: str) -> None:
    """Publish `tache.terminee`. Called for every job, in the transaction that ends it."""
    publish_event("tache.terminee", {"jobId": job.id, "type": job.type, "statut": statut})
