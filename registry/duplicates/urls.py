from django.urls import include, path

from registry.duplicates import views

urlpatterns = [
    path("", include("registry.duplicates.analysis.urls")),
    path("", include("registry.duplicates.merges.urls")),
    path("api/menages/doublons", views.PairList.as_view()),
    path("api/menages/doublons/comptes", views.PairCounts.as_view()),
    path("api/menages/doublons/<uuid:identity>", views.PairDetail.as_view()),
    path("api/menages/doublons/<uuid:identity>/decision", views.PairDecision.as_view()),
    path("api/menages/<uuid:identity>/doublons", views.HouseholdDuplicates.as_view()),
]
