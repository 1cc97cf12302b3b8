from django.urls import include, path

from transfers.reconciliation import views
from transfers.reconciliation.finalization.views import FinalizationPreview, SessionFinalization

SESSIONS = "api/reconciliation/sessions"

urlpatterns = [
    path(SESSIONS, views.SessionList.as_view()),
    path(f"{SESSIONS}/<uuid:identity>", views.SessionDetail.as_view()),
    path(f"{SESSIONS}/<uuid:identity>/match", views.SessionMatch.as_view()),
    path(f"{SESSIONS}/<uuid:identity>/validate", views.SessionProposal.as_view()),
    path(f"{SESSIONS}/<uuid:identity>/annuler", views.SessionCancellation.as_view()),
    path(f"{SESSIONS}/<uuid:identity>/finalize", SessionFinalization.as_view()),
    path(f"{SESSIONS}/<uuid:identity>/finalize/apercu", FinalizationPreview.as_view()),
    path("", include("transfers.reconciliation.entries.urls")),
    path("", include("transfers.reconciliation.figures.urls")),
]
