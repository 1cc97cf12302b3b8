"""The queue's side of jobs: a hint is a procrastinate task that names the job."""

from uuid import UUID

from procrastinate.contrib.django import app

from accounts.jobs import services


@app.task(name="run_job", queue="jobs")
def run_job(job_id: str) -> None:
    """Run one job."""
    services.run(UUID(job_id))


@app.periodic(cron="* * * * *")
@app.task(name="recover_jobs", queue="upkeep", queueing_lock="recover_jobs", pass_context=False)
def recover_jobs(timestamp: int) -> None:
    """Every minute: pick up what a dead worker left behind."""
    services.recover()


def hint(job_id: UUID) -> None:
    """Queue the task on Django's own connection: it commits or vanishes with the row."""
    run_job.defer(job_id=str(job_id))
