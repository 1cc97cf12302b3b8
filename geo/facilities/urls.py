"""Route the facility lists of the map."""

from django.urls import path

from geo.facilities import views

urlpatterns = [
    path("api/carte/ecoles", views.Schools.as_view()),
    path("api/carte/services-sante", views.HealthServices.as_view()),
    path("api/carte/asc", views.HealthAgents.as_view()),
    path("api/carte/acteurs-locaux", views.LocalActors.as_view()),
    path("api/carte/polices-judiciaires", views.PoliceStations.as_view()),
    path("api/carte/services-vbg", views.VbgServices.as_view()),
    path("api/carte/points-eau", views.WaterPoints.as_view()),
]
