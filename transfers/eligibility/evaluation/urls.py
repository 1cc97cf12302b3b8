from django.urls import path

from transfers.eligibility.evaluation import views

urlpatterns = [
    path("api/eligibility/evaluate/menage/<uuid:identity>", views.HouseholdEvaluation.as_view()),
    path("api/eligibility/evaluate/batch", views.BatchEvaluation.as_view()),
    path("api/eligibility/simulate", views.RuleSimulation.as_view()),
]
