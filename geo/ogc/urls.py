"""Route OGC API - Features and - Tiles."""

from django.urls import path

from geo.layers.api import VectorTile
from geo.ogc import views

COLLECTION = "ogc/collections/<str:couche>"

urlpatterns = [
    path("ogc", views.LandingPage.as_view()),
    # The standard writes this address with a slash, and so do programs that test a service: it is documented once.
    path("ogc/", views.LandingPage.as_view(schema=None)),
    path("ogc/api", views.ApiDefinition.as_view()),
    path("ogc/conformance", views.Conformance.as_view()),
    path("ogc/collections", views.CollectionList.as_view()),
    path(COLLECTION, views.CollectionDetail.as_view()),
    path(f"{COLLECTION}/queryables", views.Queryables.as_view()),
    path(f"{COLLECTION}/items", views.ItemList.as_view()),
    path(f"{COLLECTION}/items/<str:objet>", views.ItemDetail.as_view()),
    path(f"{COLLECTION}/tiles", views.TilesetList.as_view()),
    path(f"{COLLECTION}/tiles/<str:grille>", views.TilesetDetail.as_view()),
    path(f"{COLLECTION}/tiles/WebMercatorQuad/<int:z>/<int:y>/<int:x>", VectorTile.as_view()),
    path(f"{COLLECTION}/styles", views.StyleList.as_view()),
    path(f"{COLLECTION}/styles/<str:style>", views.StyleDetail.as_view()),
    path("ogc/tileMatrixSets", views.TileMatrixSetList.as_view()),
    path("ogc/tileMatrixSets/<str:grille>", views.TileMatrixSetDetail.as_view()),
]
