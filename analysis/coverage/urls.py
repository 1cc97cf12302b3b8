"""Route coverage."""

from django.urls import path

from analysis.coverage.views import Coverage

urlpatterns = [path("api/carte/analyse/couverture", Coverage.as_view())]
