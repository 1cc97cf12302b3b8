from django.urls import path

from transfers.eligibility import views

urlpatterns = [
    path("api/eligibility/rulesets", views.RuleSetList.as_view()),
    path("api/eligibility/rulesets/<uuid:identity>", views.RuleSetDetail.as_view()),
    path("api/eligibility/rulesets/<uuid:identity>/clone", views.RuleSetClone.as_view()),
    path("api/eligibility/rulesets/<uuid:identity>/versions", views.VersionList.as_view()),
    path("api/eligibility/templates", views.TemplateList.as_view()),
    path("api/eligibility/fields", views.FieldList.as_view()),
    path("api/eligibility/operators", views.OperatorList.as_view()),
    path("api/eligibility/stats", views.RuleSetFigures.as_view()),
]
