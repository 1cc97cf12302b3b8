"""Route cycles and their recurrence."""

from django.urls import include, path

from transfers.cycles import views

urlpatterns = [
    path("api/cycles", views.CycleList.as_view()),
    path("api/cycles/<uuid:identity>", views.CycleDetail.as_view()),
    path("api/programmes/<uuid:identity>/cycles", views.ProgrammeCycleList.as_view()),
    path("", include("transfers.cycles.recurrence.urls")),
]
