from django.urls import path

from transfers.payments.fees import views

urlpatterns = [
    path("api/grilles-tarifaires/calculer-lot", views.FeeSimulation.as_view()),
    path("api/grilles-tarifaires/appliquer-lot", views.FeeApplication.as_view()),
    path("api/grilles-tarifaires/appliquer/<uuid:payment_id>", views.PaymentFees.as_view()),
]
