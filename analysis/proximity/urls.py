"""Route proximity."""

from django.urls import path

from analysis.proximity.views import HouseholdCards, HouseholdProximity, LocalityProximity, NearSchools, Proximity

urlpatterns = [
    path("api/carte/analyse/proximite", Proximity.as_view()),
    path("api/carte/analyse/menage-proximite/<uuid:menage_id>", HouseholdProximity.as_view()),
    path("api/carte/analyse/fiches-menages", HouseholdCards.as_view()),
    path("api/carte/analyse/ecoles-proches/<uuid:menage_id>", NearSchools.as_view()),
    path("api/carte/analyse/localite-proximite/<uuid:localite_id>", LocalityProximity.as_view()),
]
