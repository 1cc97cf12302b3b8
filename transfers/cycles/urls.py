"""Route cycles, their recurrence and the rules of their amounts."""

from django.urls import include, path

from transfers.cycles import views

urlpatterns = [
    path("api/cycles", views.CycleList.as_view()),
    path("api/cycles/<uuid:identity>", views.CycleDetail.as_view()),
    path("api/programmes/<uuid:identity>/cycles", views.ProgrammeCycleList.as_view()),
    path("", include("transfers.cycles.recurrence.urls")),
    path("", include("transfers.cycles.amounts.urls")),
]
