from django.urls import path

from transfers.beneficiaries import map_views, views

urlpatterns = [
    path("api/carte/beneficiaires", map_views.BeneficiaryMap.as_view()),
    path("api/beneficiaires", views.BeneficiaryList.as_view()),
    path("api/beneficiaires/stats/summary", views.BeneficiaryCounts.as_view()),
    path("api/beneficiaires/check-duplicates", views.DuplicateSearch.as_view()),
    path("api/beneficiaires/bulk-action", views.BeneficiaryBatch.as_view()),
    path("api/beneficiaires/<uuid:identity>", views.BeneficiaryDetail.as_view()),
    path("api/beneficiaires/<uuid:identity>/activate", views.BeneficiaryActivation.as_view()),
    path("api/beneficiaires/<uuid:identity>/deactivate", views.BeneficiaryDeactivation.as_view()),
]
