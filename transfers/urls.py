"""Route the addresses of the transfers app."""

from django.urls import include, path

urlpatterns = [
    path("", include("transfers.beneficiaries.urls")),
    path("", include("transfers.programmes.urls")),
    path("", include("transfers.eligibility.urls")),
    path("", include("transfers.eligibility.evaluation.urls")),
    path("", include("transfers.eligibility.laboratory.urls")),
    path("", include("transfers.enrolment.urls")),
    path("", include("transfers.identity_documents.urls")),
    path("", include("transfers.follow_ups.urls")),
    path("", include("transfers.graduation.urls")),
    path("", include("transfers.graduation.criteria.urls")),
    path("", include("transfers.graduation.mass.urls")),
    path("", include("transfers.graduation.visits.urls")),
    path("", include("transfers.conditionality.urls")),
    path("", include("transfers.conditionality.checks.urls")),
    path("", include("transfers.conditionality.imports.urls")),
    path("", include("transfers.operators.urls")),
    path("", include("transfers.cycles.urls")),
    path("", include("transfers.approvals.urls")),
    path("", include("transfers.payments.urls")),
    path("", include("transfers.execution.urls")),
    path("", include("transfers.receipts.urls")),
    path("", include("transfers.reconciliation.statements.urls")),
    path("", include("transfers.execution.pay_points.urls")),
    path("", include("transfers.execution.sheets.urls")),
    path("", include("transfers.reconciliation.urls")),
    path("", include("transfers.complaints.urls")),
    path("", include("transfers.complaints.teams.urls")),
]
