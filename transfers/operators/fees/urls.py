from django.urls import path

from transfers.operators.fees import views

urlpatterns = [
    path("api/grilles-tarifaires", views.ScheduleList.as_view()),
    path("api/grilles-tarifaires/operateurs", views.ScheduleOperatorList.as_view()),
    path("api/grilles-tarifaires/calculer", views.FeeCalculator.as_view()),
    path("api/grilles-tarifaires/comparer", views.FeeComparison.as_view()),
    path("api/grilles-tarifaires/<uuid:identity>", views.TrancheDetail.as_view()),
]
