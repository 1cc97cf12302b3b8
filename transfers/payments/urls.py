from django.urls import include, path

from transfers.payments import views

urlpatterns = [
    path("", include("transfers.payments.calculation.urls")),
    path("", include("transfers.payments.comparison.urls")),
    path("", include("transfers.payments.exports.urls")),
    path("", include("transfers.payments.fees.urls")),
    path("api/cycles/<uuid:identity>/paiements", views.CyclePaymentList.as_view()),
    path("api/sync/paiements", views.PaymentSync.as_view()),
    path("api/paiements", views.PaymentList.as_view()),
    path("api/paiements/<uuid:identity>", views.PaymentDetail.as_view()),
    path("api/paiements/<uuid:identity>/exclure", views.PaymentExclusion.as_view()),
    path("api/paiements/<uuid:identity>/reintegrer", views.PaymentReadmission.as_view()),
]
