"""Define the tasks that send webhook deliveries. A hint is a procrastinate task that names a delivery."""

from uuid import UUID

from procrastinate.contrib.django import app

from accounts.webhooks import delivering, services


@app.task(name="deliver_webhook", queue="webhooks")
def deliver_webhook(delivery_id: str) -> None:
    """Send one delivery."""
    delivering.send_delivery(UUID(delivery_id))


@app.periodic(cron="* * * * *")
@app.task(name="deliver_due_webhooks", queue="upkeep", queueing_lock="deliver_due_webhooks", pass_context=False)
def deliver_due_webhooks(timestamp: int) -> None:
    """Queue retries of failed deliveries, and deliveries that a dead worker left behind, every minute."""
    services.queue_due_deliveries()


def queue_delivery(delivery_id: UUID) -> None:
    """Queue the task on Django's own connection: it is committed or rolled back with the delivery's row."""
    deliver_webhook.defer(delivery_id=str(delivery_id))
