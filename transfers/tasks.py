"""Periodic upkeep of the transfers; procrastinate looks here."""

from procrastinate.contrib.django import app

from transfers.programmes import services as programmes


@app.periodic(cron="7 * * * *")
@app.task(name="end_programmes", queue="upkeep", queueing_lock="end_programmes", pass_context=False)
def end_programmes(timestamp: int) -> None:
    """Every hour: end the programmes whose last day has passed."""
    programmes.end_past()
