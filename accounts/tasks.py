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
from accounts.mails.jobs import attempt_delivery
from accounts.notifications import services as notifications
from accounts.notifications.jobs import plan_digests
from accounts.sync import services as sync
from accounts.sync.jobs import announce
from accounts.throttle import services as throttle
from accounts.tokens import services as tokens
from accounts.webhooks import services as webhooks
from accounts.webhooks.jobs import send_delivery

__all__ = [
    "announce",
    "attempt_delivery",
    "delete_expired",
    "execute_job",
    "plan_digests",
    "remove_strays",
    "seal_audit",
    "send_delivery",
]


@app.periodic(cron="17 * * * *")
@app.task(name="forget_expired", queue="upkeep", queueing_lock="forget_expired")
def delete_expired(timestamp: int) -> None:
    """Delete, every hour, rows and files whose retention period is over.

    Covers tokens, idempotency keys, files, job results, mails, notifications, webhook events, request counts,
    sign-in attempts and told changes.
    """
    tokens.delete_expired_tokens()
    idempotency.delete_old_keys()
    files.remove_expired_files()
    jobs.delete_old_results()
    mails.delete_old_mails()
    notifications.delete_old_notifications()
    webhooks.delete_old_events()
    throttle.delete_old_counts()
    lockout.delete_old_attempts()
    sync.delete_old_changes()
