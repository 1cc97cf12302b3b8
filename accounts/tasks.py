"""Collect the app's tasks where Procrastinate discovers them."""

from procrastinate.contrib.django import app

from accounts.audit.jobs import seal_audit
from accounts.files import services as files
from accounts.files.jobs import remove_strays
from accounts.idempotency import services as idempotency
from accounts.jobs import services as jobs
from accounts.jobs.jobs import execute_job
from accounts.lockout import services as lockout
from accounts.mails import services as mails
from accounts.notifications import services as notifications
from accounts.notifications.jobs import plan_digests
from accounts.throttle import services as throttle
from accounts.tokens import services as tokens
from accounts.webhooks import delivering
from accounts.webhooks import services as webhooks

__all__ = ["delete_expired", "plan_digests", "remove_strays", "seal_audit"]

jobs.OUTBOX.define_tasks(execute_job, hint_due=jobs.recover_dead_jobs, hint_task="recover_jobs")
mails.OUTBOX.define_tasks(mails.attempt_delivery, hint_due=mails.hint_due_mails, hint_task="deliver_due_mails")
webhooks.OUTBOX.define_tasks(
    delivering.send_delivery, hint_due=webhooks.queue_due_deliveries, hint_task="deliver_due_webhooks"
)


@app.periodic(cron="17 * * * *")
@app.task(name="forget_expired", queue="upkeep", queueing_lock="forget_expired")
def delete_expired(timestamp: int) -> None:
    """Delete, every hour, rows and files whose retention period is over.

    Covers tokens, idempotency keys, files, job results, mails, notifications, webhook events, request counts and
    sign-in attempts.
    """
    tokens.delete_expired_tokens()
    idempotency.delete_old_keys()
    files.remove_expired_files()
    jobs.delete_old_results()
    mails.delete_old_mails()
    notifications.delete_old_notifications()
    delivering.delete_old_events()
    throttle.delete_old_counts()
    lockout.delete_old_attempts()
