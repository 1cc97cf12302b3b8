from django.urls import path

from transfers.beneficiaries.map import views

urlpatterns = [path("api/carte/beneficiaires", views.BeneficiaryMap.as_view())]
