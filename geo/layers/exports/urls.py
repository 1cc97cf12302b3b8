"""Route exports."""

from django.urls import path

from geo.layers.exports.views import LayerExport

urlpatterns = [path("api/carte/export/geojson", LayerExport.as_view())]
