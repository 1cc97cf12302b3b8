"""Tell webhooks of changes periodically."""

from procrastinate.contrib.django import app

from accounts.sync.services import announce_changes


@app.periodic(cron="* * * * *")
@app.task(name="announce_changes", queue="upkeep", queueing_lock="announce_changes")
def announce(timestamp: int) -> None:
    """Publish, every minute, which kinds of rows have changed."""
    announce_changes()
