from django.urls import path

from registry.control import views

urlpatterns = [
    path("api/qualite/regles", views.Rules.as_view()),
    path("api/qualite/tableau", views.Dashboard.as_view()),
    path("api/menages/analyse-qualite", views.AnalysisOfAll.as_view()),
    path("api/menages/<uuid:identity>/analyse-qualite", views.Analysis.as_view()),
]
