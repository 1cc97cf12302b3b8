"""Route cases."""

from django.urls import path

from analysis.vbg.cases import views

urlpatterns = [
    path("api/vbg-cas", views.CaseList.as_view()),
    path("api/vbg-cas/<uuid:identity>", views.CaseDetail.as_view()),
]
