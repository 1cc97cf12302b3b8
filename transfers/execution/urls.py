"""Route the execution of cycles."""

from django.urls import path

from transfers.execution import views
from transfers.execution.account_checks.views import AccountCheck, AccountVerification
from transfers.execution.callbacks.views import OperatorCallback
from transfers.execution.closings.views import CycleClosure
from transfers.execution.instructions.views import InstructionFile
from transfers.execution.manual_outcomes.views import PaymentOutcome
from transfers.execution.previews.views import RunPreviewView
from transfers.execution.results.views import CycleResults
from transfers.execution.runs.views import RunList, UnknownPaymentList

urlpatterns = [
    path("api/cycles/<uuid:identity>/executer", views.CycleExecution.as_view()),
    path("api/cycles/<uuid:identity>/executer/apercu", RunPreviewView.as_view()),
    path("api/cycles/<uuid:identity>/relancer-echecs", views.FailedPayments.as_view()),
    path("api/cycles/<uuid:identity>/suspendre-execution", views.ExecutionSuspension.as_view()),
    path("api/cycles/<uuid:identity>/reprendre-execution", views.ExecutionResumption.as_view()),
    path("api/cycles/<uuid:identity>/cloturer", CycleClosure.as_view()),
    path("api/cycles/<uuid:identity>/executions", RunList.as_view()),
    path("api/cycles/<uuid:identity>/inconnus", UnknownPaymentList.as_view()),
    path("api/cycles/<uuid:identity>/controle-comptes", AccountCheck.as_view()),
    path("api/cycles/<uuid:identity>/verifier-comptes", AccountVerification.as_view()),
    path("api/cycles/<uuid:identity>/fichier-paiement", InstructionFile.as_view()),
    path("api/cycles/<uuid:identity>/resultats", CycleResults.as_view()),
    path("api/public/rappels/gsma/<str:operateur>/<str:jeton>", OperatorCallback.as_view()),
    path("api/paiements/<uuid:identity>/relancer", views.PaymentRetry.as_view()),
    path("api/paiements/<uuid:identity>/regler", PaymentOutcome.as_view()),
]
