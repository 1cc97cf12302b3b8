from django.urls import path

from geo.imports.views import GeoImportView

urlpatterns = [path("api/geo/imports", GeoImportView.as_view())]
