"""Route graduations."""

from django.urls import path

from transfers.graduation import views
from transfers.graduation.decisions.views import GraduationDecision

urlpatterns = [
    path("api/graduations", views.GraduationList.as_view()),
    path("api/graduations/candidates/<uuid:identity>", views.CandidateList.as_view()),
    path("api/graduations/stats/<uuid:identity>", views.GraduationFigures.as_view()),
    path("api/graduations/<uuid:identity>", views.GraduationDetail.as_view()),
    path("api/graduations/<uuid:identity>/criteres", views.GraduationCriteria.as_view()),
    path("api/graduations/<uuid:identity>/evaluate", views.GraduationEvaluation.as_view()),
    path("api/graduations/<uuid:identity>/decide", GraduationDecision.as_view()),
    path("api/graduations/<uuid:identity>/cancel", views.GraduationCancellation.as_view()),
]
