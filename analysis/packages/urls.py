"""Route packages."""

from django.urls import path

from analysis.packages.views import FieldPackage

urlpatterns = [path("api/carte/paquet", FieldPackage.as_view())]
