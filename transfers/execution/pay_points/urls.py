"""Route pay-points."""

from django.urls import path

from transfers.execution.pay_points import views

urlpatterns = [
    path("api/programmes/<uuid:identity>/points-paiement", views.PayPointList.as_view()),
    path("api/points-paiement/<uuid:identity>", views.PayPointDetail.as_view()),
]
