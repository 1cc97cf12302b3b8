from django.urls import path

from transfers.follow_ups import views

urlpatterns = [
    path("api/suivis", views.BeneficiaryFollowUpList.as_view()),
    path("api/suivis/<uuid:identity>", views.BeneficiaryFollowUpDetail.as_view()),
]
