from django.urls import path

from registry.duplicates.analysis import views

urlpatterns = [
    path("api/menages/analyse-doublons", views.DuplicateAnalysis.as_view()),
    path("api/menages/doublons/recherche", views.LastAnalysis.as_view()),
]
