from django.urls import path

from registry.households.exports.views import HouseholdExport

urlpatterns = [path("api/menages/export", HouseholdExport.as_view())]
