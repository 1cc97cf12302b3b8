"""Route visits after graduations."""

from django.urls import path

from transfers.graduation.visits import views

urlpatterns = [
    path("api/graduations/suivis", views.GraduationVisitList.as_view()),
    path("api/graduations/suivis/<uuid:identity>", views.GraduationVisitDetail.as_view()),
]
