"""Route the import of attendance."""

from django.urls import path

from transfers.conditionality.imports.views import AttendanceImport

urlpatterns = [path("api/conditionnalites/<uuid:identity>/import", AttendanceImport.as_view())]
