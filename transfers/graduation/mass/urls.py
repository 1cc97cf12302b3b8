"""Route mass operations on graduations."""

from django.urls import path

from transfers.graduation.mass import views

urlpatterns = [
    path("api/graduations/bulk-propose", views.MassProposal.as_view()),
    path("api/graduations/bulk-evaluate", views.MassEvaluation.as_view()),
    path("api/graduations/bulk-decide", views.MassDecision.as_view()),
]
