from django.urls import path

from registry.duplicates import views

urlpatterns = [
    path("api/menages/analyse-doublons", views.Analysis.as_view()),
    path("api/menages/doublons", views.Pairs.as_view()),
    path("api/menages/fusions", views.Merges.as_view()),
    path("api/menages/fusions/<uuid:identity>/annuler", views.MergeUndoing.as_view()),
    path("api/menages/doublons/<uuid:identity>", views.PairDetail.as_view()),
    path("api/menages/doublons/<uuid:identity>/decision", views.PairDecision.as_view()),
    path("api/menages/<uuid:identity>/doublons", views.Doubles.as_view()),
]
