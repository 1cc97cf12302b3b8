"""Connect jobs to the queue: a hint is a Procrastinate task that names the job."""

from uuid import UUID

from procrastinate.contrib.django import app

from accounts.jobs import services


@app.task(name="run_job", queue="jobs")
def run_job(job_id: str) -> None:
    """Run one job."""
    services.execute_job(UUID(job_id))


@app.periodic(cron="* * * * *")
@app.task(name="recover_jobs", queue="upkeep", queueing_lock="recover_jobs", pass_context=False)
def recover_jobs(timestamp: int) -> None:
    """Take up, every minute, jobs whose worker died."""
    services.recover_dead_jobs()


def queue_job_hint(job_id: UUID) -> None:
    """Queue the task on Django's own connection, so that it is committed or rolled back together with the row."""
    run_job.defer(job_id=str(job_id))
