"""Route coverage, and distances to the nearest services."""

from django.urls import path

from analysis.coverage.views import Coverage, Distances

urlpatterns = [
    path("api/carte/analyse/couverture", Coverage.as_view()),
    path("api/carte/analyse/distances", Distances.as_view()),
]
