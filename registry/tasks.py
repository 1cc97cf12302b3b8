"""Define the periodic maintenance tasks of the registry. Procrastinate discovers this module."""

from procrastinate.contrib.django import app

from registry.duplicates.analysis.services import remove_stray_folders
from registry.households.tally import services as tally
from registry.quality_dashboard.services import refresh_quality_tallies


@app.periodic(cron="* * * * *")
@app.task(name="fold_tallies", queue="upkeep", queueing_lock="fold_tallies", pass_context=False)
def fold_tallies(timestamp: int) -> None:
    """Add up, every minute, what writers appended to the tallies."""
    tally.fold_tallies()


@app.periodic(cron="41 * * * *")
@app.task(name="keep_quality_counts", queue="upkeep", queueing_lock="keep_quality_counts", pass_context=False)
def update_quality_tallies(timestamp: int) -> None:
    """Refresh, every hour, the counts of the quality dashboard if households have changed."""
    refresh_quality_tallies()


@app.periodic(cron="43 2 * * *")
@app.task(name="sweep_analyses", queue="upkeep", queueing_lock="sweep_analyses", pass_context=False)
def remove_abandoned_analyses(timestamp: int) -> None:
    """Remove, every night, the folders of duplicate analyses that were killed."""
    remove_stray_folders()
