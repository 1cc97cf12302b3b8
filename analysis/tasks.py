"""Define the periodic tasks of analysis, which procrastinate discovers here."""

from django.utils import timezone
from procrastinate.contrib.django import app

from analysis.dashboards.models import SUM_FIELDS, DailyTotal
from analysis.reports.services import plan_monthly_mails
from analysis.vbg.cases.api import erase_old_cases, publish_monthly
from geo.layers.api import fold_sums

__all__ = ["erase_cases", "fold_daily_totals", "plan_reports", "publish_counts"]


@app.periodic(cron="*/5 * * * *")
@app.task(name="fold_daily_totals", queue="upkeep", queueing_lock="fold_daily_totals", lock="fold_daily_totals")
def fold_daily_totals(timestamp: int) -> None:
    """Add up the sums by day that writers appended, every five minutes: readings are exact without it, and slower."""
    fold_sums(DailyTotal, SUM_FIELDS)


@app.periodic(cron="25 3 * * *")
@app.task(name="erase_vbg_cases", queue="upkeep", queueing_lock="erase_vbg_cases", pass_context=False)
def erase_cases(timestamp: int) -> None:
    """Erase cases that are older than they may be kept, every night."""
    erase_old_cases()


@app.periodic(cron="5 0 * * *")
@app.task(name="publish_vbg_counts", queue="upkeep", queueing_lock="publish_vbg_counts", pass_context=False)
def publish_counts(timestamp: int) -> None:
    """Publish the counts of cases: in the first night of a month, or in the first after that in which there is anything."""
    publish_monthly()


@app.periodic(cron="40 4 1-7 * *")
@app.task(name="plan_reports", queue="upkeep", queueing_lock="plan_reports", pass_context=False)
def plan_reports(timestamp: int) -> None:
    """Plan the mails of last month's reports, on each of the first days of a month: nobody gets one twice."""
    plan_monthly_mails(timezone.localdate())
