from django.urls import path

from registry.references import views

urlpatterns = [
    path("api/references/menage", views.ReferenceLists.as_view()),
    path("api/references/menage/<str:champ>", views.ReferenceList.as_view()),
]
