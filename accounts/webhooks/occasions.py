"""What is told outside by itself: the end of every job."""

from accounts.jobs.models import Job
from accounts.webhooks.services import publish


def job_ended(job: Job, statut: str) -> None:
    """Called with every job that ends, in the transaction of its end."""
    publish("tache.terminee", {"jobId": job.id, "type": job.type, "statut": statut})
