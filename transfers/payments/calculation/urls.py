from django.urls import path

from transfers.payments.calculation import views

urlpatterns = [
    path("api/cycles/<uuid:identity>/calculer", views.CycleCalculation.as_view()),
    path("api/cycles/<uuid:identity>/exceptions", views.CycleExceptionList.as_view()),
]
