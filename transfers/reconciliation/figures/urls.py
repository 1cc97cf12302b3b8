from django.urls import path

from transfers.reconciliation.figures.deadlines.views import ReconciliationDeadlines
from transfers.reconciliation.figures.exports.views import SessionExport
from transfers.reconciliation.figures.minutes.views import MinuteVerification, SessionMinute
from transfers.reconciliation.figures.monthly_statements.views import AccountMonth
from transfers.reconciliation.figures.statistics.views import ReconciliationStatistics

MINUTE = "api/reconciliation/sessions/<uuid:identity>/proces-verbal"

urlpatterns = [
    path("api/reconciliation/stats", ReconciliationStatistics.as_view()),
    path("api/reconciliation/echeances", ReconciliationDeadlines.as_view()),
    path("api/reconciliation/export/<uuid:identity>", SessionExport.as_view()),
    path(MINUTE, SessionMinute.as_view()),
    path(f"{MINUTE}/verification", MinuteVerification.as_view()),
    path("api/comptes-operateurs/<uuid:identity>/releve-mensuel", AccountMonth.as_view()),
]
