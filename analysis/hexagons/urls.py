"""Route the figures by hexagon."""

from django.urls import path

from analysis.hexagons.views import HexagonStatistics

urlpatterns = [path("api/carte/stats/hexagones", HexagonStatistics.as_view())]
