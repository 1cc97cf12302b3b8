from django.urls import path

from transfers.reconciliation.entries import views
from transfers.reconciliation.entries.suggestions.views import EntrySuggestions

SESSION = "api/reconciliation/sessions/<uuid:identity>"

urlpatterns = [
    path(f"{SESSION}/entries", views.EntryList.as_view()),
    path(f"{SESSION}/entries/<uuid:entry_id>", views.EntryDetail.as_view()),
    path(f"{SESSION}/entries/<uuid:entry_id>/resolve", views.EntryResolution.as_view()),
    path(f"{SESSION}/entries/<uuid:entry_id>/annuler", views.EntryUndoing.as_view()),
    path(f"{SESSION}/entries/<uuid:entry_id>/suggestions", EntrySuggestions.as_view()),
    path(f"{SESSION}/resolve-batch", views.EntryBatch.as_view()),
    path(f"{SESSION}/undo-batch", views.EntryBatchUndoing.as_view()),
]
