"""Collect the app's tasks where Procrastinate discovers them."""

from procrastinate.contrib.django import app

from accounts.audit.sealing import seal
from accounts.files import services as files
from accounts.files.strays import sweep_temporary
from accounts.idempotency import services as idempotency
from accounts.jobs import services as jobs
from accounts.jobs.queue import recover_jobs, run_job
from accounts.lockout import services as lockout
from accounts.mails import services as mails
from accounts.mails.queue import deliver_due_mails, deliver_mail
from accounts.notifications import services as notifications
from accounts.notifications.queue import plan_digests
from accounts.throttle import services as throttle
from accounts.tokens import services as tokens
from accounts.webhooks import delivering as webhooks
from accounts.webhooks.queue import deliver_due_webhooks, deliver_webhook

__all__ = [
    "deliver_due_mails", "deliver_due_webhooks", "deliver_mail", "deliver_webhook", "forget_expired", "forget_strays",
    "plan_digests", "recover_jobs", "run_job", "seal_audit",
]  # fmt: skip


@app.periodic(cron="17 * * * *")
@app.task(name="forget_expired", queue="upkeep", queueing_lock="forget_expired")
def forget_expired(timestamp: int) -> None:
    """Delete, every hour, rows and files whose retention period is over.

    Covers tokens, idempotency keys, files, job results, mails, notifications, webhook events, request counts and
    sign-in attempts.
    """
    tokens.forget_expired()
    idempotency.forget_old()
    files.forget_expired()
    jobs.forget_old_results()
    mails.forget_old()
    notifications.forget_old()
    webhooks.forget_old()
    throttle.forget_old()
    lockout.forget_old()


@app.periodic(cron="41 2 * * *")
@app.task(name="forget_strays", queue="upkeep", queueing_lock="forget_strays")
def forget_strays(timestamp: int) -> None:
    """Delete, every night, stored files without a row and temporary files left by killed processes."""
    files.forget_strays()
    sweep_temporary()


@app.periodic(cron="* * * * *")
@app.task(name="seal_audit", queue="upkeep", queueing_lock="seal_audit")
def seal_audit(timestamp: int) -> None:
    """Seal, every minute, the audit entries of committed transactions."""
    seal()
