"""Route who the households are."""

from django.urls import path

from analysis.dashboards.composition import views

urlpatterns = [path("api/dashboard/menages-composition", views.HouseholdComposition.as_view())]
