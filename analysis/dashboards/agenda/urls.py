"""Route what needs the caller today."""

from django.urls import path

from analysis.dashboards.agenda import views

urlpatterns = [path("api/dashboard/a-faire", views.Agenda.as_view())]
