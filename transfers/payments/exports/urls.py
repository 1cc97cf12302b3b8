from django.urls import path

from transfers.payments.exports import views

urlpatterns = [path("api/paiements/export", views.PaymentExport.as_view())]
