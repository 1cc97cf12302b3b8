from django.urls import path

from registry.households.history import views

urlpatterns = [
    path("api/menages/<uuid:identity>/historique", views.HouseholdChangeHistory.as_view()),
]
