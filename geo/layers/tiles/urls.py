"""Route tiles."""

from django.urls import path

from geo.layers.tiles.views import TileJson, VectorTile

urlpatterns = [
    path("api/carte/tuiles/<str:couche>/<int:z>/<int:x>/<int:y>.mvt", VectorTile.as_view()),
    path("api/carte/tuiles/<str:couche>/tilejson.json", TileJson.as_view()),
]
