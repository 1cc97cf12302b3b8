"""Route checks of conditionalities."""

from django.urls import path

from transfers.conditionality.checks import views

urlpatterns = [
    path("api/verifications-conditionnalites", views.ComplianceCheckList.as_view()),
    path("api/verifications-conditionnalites/avis", views.NoticeRecording.as_view()),
    path("api/verifications-conditionnalites/<uuid:identity>", views.ComplianceCheckDetail.as_view()),
]
