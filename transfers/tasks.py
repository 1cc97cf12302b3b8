"""Define the periodic tasks of transfers, which procrastinate discovers here."""

from procrastinate.contrib.django import app

from geo.layers.api import CELL_SUM_FIELDS, fold_sums
from transfers.beneficiaries.models import BeneficiaryCell
from transfers.programmes import services as programmes


@app.periodic(cron="7 * * * *")
@app.task(name="end_programmes", queue="upkeep", queueing_lock="end_programmes", pass_context=False)
def end_programmes(timestamp: int) -> None:
    """End the programmes whose last day has passed, every hour."""
    programmes.end_past_programmes()


@app.periodic(cron="* * * * *")
@app.task(name="fold_beneficiary_cells", queue="upkeep", queueing_lock="fold_beneficiary_cells", pass_context=False)
def fold_beneficiary_cells(timestamp: int) -> None:
    """Fold the changes appended by writers into the map cells of beneficiaries, every minute."""
    fold_sums(BeneficiaryCell, CELL_SUM_FIELDS)
