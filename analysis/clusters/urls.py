"""Route clusters of poverty."""

from django.urls import path

from analysis.clusters.views import Clusters

urlpatterns = [path("api/carte/analyse/grappes", Clusters.as_view())]
