from django.urls import include, path

from transfers.beneficiaries import views

urlpatterns = [
    path("", include("transfers.beneficiaries.map.urls")),
    path("", include("transfers.beneficiaries.duplicates.urls")),
    path("", include("transfers.beneficiaries.transitions.urls")),
    path("api/sync/beneficiaires", views.BeneficiarySync.as_view()),
    path("api/beneficiaires", views.BeneficiaryList.as_view()),
    path("api/beneficiaires/stats/summary", views.BeneficiaryCounts.as_view()),
    path("api/beneficiaires/<uuid:identity>", views.BeneficiaryDetail.as_view()),
]
