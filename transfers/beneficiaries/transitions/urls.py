from django.urls import path

from transfers.beneficiaries.transitions import views

urlpatterns = [
    path("api/beneficiaires/bulk-action", views.BatchTransition.as_view()),
    path("api/beneficiaires/<uuid:identity>/activate", views.BeneficiaryActivation.as_view()),
    path("api/beneficiaires/<uuid:identity>/deactivate", views.BeneficiaryDeactivation.as_view()),
]
