from django.urls import path

from registry.duplicates import views

urlpatterns = [
    path("api/menages/analyse-doublons", views.DuplicateAnalysis.as_view()),
    path("api/menages/doublons", views.PairList.as_view()),
    path("api/menages/fusions", views.MergeList.as_view()),
    path("api/menages/fusions/<uuid:identity>/annuler", views.MergeUndo.as_view()),
    path("api/menages/doublons/<uuid:identity>", views.PairDetail.as_view()),
    path("api/menages/doublons/<uuid:identity>/decision", views.PairDecision.as_view()),
    path("api/menages/<uuid:identity>/doublons", views.HouseholdDuplicates.as_view()),
]
