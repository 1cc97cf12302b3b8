"""Route exports and tiles."""

from django.urls import path

from geo.layers.views import LayerExport, TileJson, VectorTile

urlpatterns = [
    path("api/carte/tuiles/<str:couche>/<int:z>/<int:x>/<int:y>.mvt", VectorTile.as_view()),
    path("api/carte/export/geojson", LayerExport.as_view()),
    path("api/carte/tuiles/<str:couche>/tilejson.json", TileJson.as_view()),
]
