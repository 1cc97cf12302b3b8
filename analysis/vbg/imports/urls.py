"""Route the import of workbooks."""

from django.urls import path

from analysis.vbg.imports import views

urlpatterns = [
    path("api/vbg-analytics/upload", views.WorkbookUpload.as_view()),
    path("api/vbg-analytics/analyze/<uuid:identity>", views.WorkbookAnalysis.as_view()),
    path("api/vbg-analytics/sample/<uuid:identity>", views.WorkbookSample.as_view()),
    path("api/vbg-analytics/import/services", views.ServiceImport.as_view()),
    path("api/vbg-analytics/import/agents", views.AgentImport.as_view()),
    path("api/vbg-analytics/import/cas", views.CaseImport.as_view()),
]
