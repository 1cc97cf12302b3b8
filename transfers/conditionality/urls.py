"""Route conditionalities."""

from django.urls import path

from transfers.conditionality import views

urlpatterns = [
    path("api/conditionnalites", views.ConditionalityList.as_view()),
    path("api/conditionnalites/<uuid:identity>", views.ConditionalityDetail.as_view()),
]
