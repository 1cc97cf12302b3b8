"""Include the URLs of the features of geo."""

from django.urls import include, path

urlpatterns = [
    path("", include("geo.layers.urls")),  # first: a map requests dozens of tiles at once
    path("", include("geo.areas.urls")),
    path("", include("geo.facilities.urls")),
    path("", include("geo.imports.urls")),
    path("", include("geo.ogc.urls")),
]
