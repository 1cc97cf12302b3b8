from django.urls import path

from geo.imports.views import GeoImport

urlpatterns = [path("api/geo/imports", GeoImport.as_view())]
