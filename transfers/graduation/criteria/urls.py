"""Route graduation criteria."""

from django.urls import path

from transfers.graduation.criteria import views

urlpatterns = [
    path("api/programmes/<uuid:identity>/graduation-criteria", views.CriterionList.as_view()),
    path("api/graduation-criteria/<uuid:identity>", views.CriterionDetail.as_view()),
]
