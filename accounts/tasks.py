"""Procrastinate looks here for the app's tasks."""

from procrastinate.contrib.django import app

from accounts.files import services as files
from accounts.idempotency import services as idempotency
from accounts.jobs.queue import recover_jobs, run_job
from accounts.mails import services as mails
from accounts.mails.queue import deliver_due_mails, deliver_mail
from accounts.throttle import services as throttle
from accounts.tokens import services as tokens

__all__ = ["deliver_due_mails", "deliver_mail", "forget_expired", "recover_jobs", "run_job"]


@app.periodic(cron="17 * * * *")
@app.task(name="forget_expired", queue="upkeep", queueing_lock="forget_expired")
def forget_expired(timestamp: int) -> None:
    """Every hour: remove what is only kept for a time: tokens, keys, files, mails, counts."""
    tokens.forget_expired()
    idempotency.forget_old()
    files.forget_expired()
    mails.forget_old()
    throttle.forget_old()
