"""Define the periodic tasks of transfers, which procrastinate discovers here."""

from django.utils import timezone
from procrastinate.contrib.django import app

from geo.layers.api import CELL_SUM_FIELDS, fold_sums
from transfers.beneficiaries.models import BeneficiaryCell
from transfers.complaints.appeals.services import replace_examiners
from transfers.complaints.deadlines.services import escalate_complaints
from transfers.complaints.map.models import ComplaintCell
from transfers.complaints.totals.models import SUM_FIELDS, ComplaintTotal
from transfers.cycles.recurrence.services import generate_due_cycles
from transfers.eligibility.profiles.services import refresh_profiles
from transfers.execution.jobs import drive_run
from transfers.operators.api import announce_alerts
from transfers.programmes import services as programmes
from transfers.reconciliation.figures.deadlines.services import announce_deadlines

__all__ = [
    "announce_account_alerts",
    "announce_reconciliation",
    "drive_run",
    "end_programmes",
    "escalate_late_complaints",
    "generate_cycles",
    "fold_beneficiary_cells",
    "fold_complaint_cells",
    "refresh_household_profiles",
]


@app.periodic(cron="7 * * * *")
@app.task(name="end_programmes", queue="upkeep", queueing_lock="end_programmes", pass_context=False)
def end_programmes(timestamp: int) -> None:
    """End the programmes whose last day has passed, or whose planned cycles are executed, every hour.

    What they owe is generated first: a programme that has ended generates nothing by itself.
    """
    generate_due_cycles()
    programmes.end_past_programmes()
    programmes.end_completed_programmes()


@app.periodic(cron="20 * * * *")
@app.task(name="generate_due_cycles", queue="upkeep", queueing_lock="generate_due_cycles", pass_context=False)
def generate_cycles(timestamp: int) -> None:
    """Generate the payment cycles that are due, every hour."""
    generate_due_cycles()


@app.periodic(cron="*/15 * * * *")
@app.task(name="announce_account_alerts", queue="upkeep", queueing_lock="announce_account_alerts", pass_context=False)
def announce_account_alerts(timestamp: int) -> None:
    """Notify of operator accounts that have come into alert, every quarter of an hour."""
    announce_alerts()


@app.periodic(cron="30 6 * * *")
@app.task(name="announce_reconciliation", queue="upkeep", queueing_lock="announce_reconciliation", pass_context=False)
def announce_reconciliation(timestamp: int) -> None:
    """Notify of statements that operators have not sent, and of sessions that wait, every day."""
    announce_deadlines()


@app.periodic(cron="10 6,12 * * *")
@app.task(name="escalate_late_complaints", queue="upkeep", queueing_lock="escalate_late_complaints", pass_context=False)
def escalate_late_complaints(timestamp: int) -> None:
    """Tell who must know of complaints whose deadline has passed, twice a day."""
    replace_examiners()
    escalate_complaints(timezone.localdate())


@app.periodic(cron="* * * * *")
@app.task(name="fold_beneficiary_cells", queue="upkeep", queueing_lock="fold_beneficiary_cells", pass_context=False)
def fold_beneficiary_cells(timestamp: int) -> None:
    """Fold the changes appended by writers into the map cells of beneficiaries, every minute."""
    fold_sums(BeneficiaryCell, CELL_SUM_FIELDS)


@app.periodic(cron="* * * * *")
@app.task(name="fold_complaint_cells", queue="upkeep", queueing_lock="fold_complaint_cells", pass_context=False)
def fold_complaint_cells(timestamp: int) -> None:
    """Fold the changes appended by writers into the map cells and the sums of complaints, every minute."""
    fold_sums(ComplaintCell, CELL_SUM_FIELDS)
    fold_sums(ComplaintTotal, SUM_FIELDS)


@app.periodic(cron="*/5 * * * *")
@app.task(name="refresh_profiles", queue="upkeep", queueing_lock="refresh_profiles", pass_context=False)
def refresh_household_profiles(timestamp: int) -> None:
    """Write what changed into the profiles that rules are simulated over, every five minutes."""
    refresh_profiles()
