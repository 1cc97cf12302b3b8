"""Addresses of the geo app."""

from django.urls import include, path

urlpatterns = [
    path("", include("geo.layers.urls")),  # first: a map asks for dozens of tiles at once
    path("", include("geo.areas.urls")),
    path("", include("geo.facilities.urls")),
    path("", include("geo.imports.urls")),
]
