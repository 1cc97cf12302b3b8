from django.urls import path

from transfers.beneficiaries import map_views, views

urlpatterns = [
    path("api/carte/beneficiaires", map_views.BeneficiaryMap.as_view()),
    path("api/beneficiaires", views.BeneficiaryList.as_view()),
    path("api/beneficiaires/stats/summary", views.BeneficiaryCounts.as_view()),
    path("api/beneficiaires/check-duplicates", views.CheckDuplicates.as_view()),
    path("api/beneficiaires/bulk-action", views.BeneficiaryMany.as_view()),
    path("api/beneficiaires/<uuid:identity>", views.BeneficiaryDetail.as_view()),
    path("api/beneficiaires/<uuid:identity>/activate", views.Activate.as_view()),
    path("api/beneficiaires/<uuid:identity>/deactivate", views.Deactivate.as_view()),
]
