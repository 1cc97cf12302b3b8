"""Route the collector of cases."""

from django.urls import path

from analysis.vbg.case_collection import views

urlpatterns = [
    path("api/vbg-analytics/collector/cas", views.CaseCollection.as_view()),
    path("api/vbg-analytics/collector/cas/sync", views.CaseCollectionSync.as_view()),
]
