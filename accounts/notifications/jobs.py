"""Define the periodic task that plans digest mails."""

from procrastinate.contrib.django import app

from accounts.notifications import digests


@app.periodic(cron="*/5 * * * *")
@app.task(name="plan_digests", queue="upkeep", queueing_lock="plan_digests", pass_context=False)
def plan_digests(timestamp: int) -> None:
    """Plan the digest mails that are due, every five minutes."""
    digests.plan_due_digests()
