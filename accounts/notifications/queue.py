"""The queue's side: mails of unread notifications are planned by a periodic task."""

from procrastinate.contrib.django import app

from accounts.notifications import digests


@app.periodic(cron="*/5 * * * *")
@app.task(name="plan_digests", queue="upkeep", queueing_lock="plan_digests", pass_context=False)
def plan_digests(timestamp: int) -> None:
    """Every five minutes: plan the mails that have come due."""
    digests.plan()
