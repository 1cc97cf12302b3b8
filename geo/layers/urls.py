"""Include the URLs of tiles and exports."""

from django.urls import include, path

urlpatterns = [
    path("", include("geo.layers.tiles.urls")),
    path("", include("geo.layers.exports.urls")),
]
