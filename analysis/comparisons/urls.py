"""Route the comparison of two dates."""

from django.urls import path

from analysis.comparisons.views import Comparison

urlpatterns = [path("api/carte/stats/comparaison", Comparison.as_view())]
