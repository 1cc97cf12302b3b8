"""Route the facility lists of the map."""

from django.urls import path

from geo.facilities import views

urlpatterns = [
    path("api/carte/ecoles", views.SchoolList.as_view()),
    path("api/carte/services-sante", views.HealthServiceList.as_view()),
    path("api/carte/asc", views.HealthAgentList.as_view()),
    path("api/carte/acteurs-locaux", views.LocalActorList.as_view()),
    path("api/carte/polices-judiciaires", views.PoliceStationList.as_view()),
    path("api/carte/services-vbg", views.VbgServiceList.as_view()),
    path("api/carte/points-eau", views.WaterPointList.as_view()),
]
