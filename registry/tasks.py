"""Periodic upkeep of the registry; procrastinate looks here."""

from procrastinate.contrib.django import app

from registry.households import fold


@app.periodic(cron="* * * * *")
@app.task(name="fold_tallies", queue="upkeep", queueing_lock="fold_tallies", pass_context=False)
def fold_tallies(timestamp: int) -> None:
    """Every minute: add up what writers appended to the tallies."""
    fold.fold_tallies()
