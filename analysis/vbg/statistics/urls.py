"""Route the statistics of cases."""

from django.urls import path

from analysis.vbg.statistics import views

urlpatterns = [
    path("api/vbg-analytics/rubrique-analysis", views.RubriqueAnalysis.as_view()),
    path("api/vbg-analytics/profil-analysis", views.ProfileAnalysis.as_view()),
]
