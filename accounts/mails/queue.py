"""Connect mails to the queue: a hint is a Procrastinate task that names the row."""

from uuid import UUID

from procrastinate.contrib.django import app

from accounts.mails import services


@app.task(name="deliver_mail", queue="mails")
def deliver_mail(mail_id: str) -> None:
    """Send one mail."""
    services.attempt_delivery(UUID(mail_id))


@app.periodic(cron="* * * * *")
@app.task(name="deliver_due_mails", queue="upkeep", queueing_lock="deliver_due_mails", pass_context=False)
def deliver_due_mails(timestamp: int) -> None:
    """Retry, every minute, mails that could not be sent."""
    services.hint_due_mails()


def queue_mail_hint(mail_id: UUID) -> None:
    """Queue the task on Django's own connection, so that it is committed or rolled back together with the row."""
    deliver_mail.defer(mail_id=str(mail_id))
