from django.urls import path

from registry.quality_dashboard import views

urlpatterns = [
    path("api/qualite/regles", views.QualityRules.as_view()),
    path("api/qualite/entretiens", views.Interviews.as_view()),
    path("api/qualite/tableau", views.QualityDashboard.as_view()),
    path("api/menages/analyse-qualite", views.AnalysisOfAllHouseholds.as_view()),
    path("api/menages/<uuid:identity>/analyse-qualite", views.HouseholdAnalysis.as_view()),
]
