"""Route the collectors of services."""

from django.urls import path

from analysis.vbg.collectors import views

urlpatterns = [
    path("api/vbg-analytics/collector/status", views.CollectorStatus.as_view()),
    path("api/vbg-analytics/collector/forms", views.CollectorForms.as_view()),
    path("api/vbg-analytics/collector/fields/<str:form>", views.CollectorFields.as_view()),
    path("api/vbg-analytics/collector/preview", views.CollectorPreview.as_view()),
    path("api/vbg-analytics/collector/sync", views.CollectorSync.as_view()),
]
