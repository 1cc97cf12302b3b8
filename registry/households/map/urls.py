from django.urls import path

from registry.households.map import views

urlpatterns = [
    path("api/carte/menages", views.HouseholdMap.as_view()),
    path("api/carte/tabancas", views.Tabancas.as_view()),
]
