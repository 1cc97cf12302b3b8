"""Route density."""

from django.urls import path

from analysis.density.views import Density

urlpatterns = [path("api/carte/analyse/densite", Density.as_view())]
