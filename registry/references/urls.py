from django.urls import path

from registry.references import views

urlpatterns = [
    path("api/references/menage", views.HouseholdReferences.as_view()),
    path("api/references/menage/<str:champ>", views.HouseholdReference.as_view()),
]
