"""Route stored evaluations."""

from django.urls import path

from transfers.eligibility.history import views

urlpatterns = [
    path("api/eligibility/rulesets/<uuid:identity>/evaluations", views.RuleSetEvaluationList.as_view()),
    path("api/menages/<uuid:identity>/evaluations", views.HouseholdEvaluationList.as_view()),
]
