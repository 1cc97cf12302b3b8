"""Route the recurrence of programmes."""

from django.urls import path

from transfers.cycles.recurrence import views

urlpatterns = [
    path("api/programmes/<uuid:identity>/recurrence", views.ProgrammeRecurrence.as_view()),
    path("api/programmes/<uuid:identity>/recurrence/preview", views.RecurrencePreview.as_view()),
    path("api/programmes/<uuid:identity>/recurrence/generate", views.CycleGeneration.as_view()),
]
