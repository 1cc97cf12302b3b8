"""Route referrals."""

from django.urls import path

from analysis.vbg.referrals import views

urlpatterns = [
    path("api/services-vbg/orientation", views.ReferralList.as_view()),
    path("api/services-vbg/orientation/fiche", views.ReferralCard.as_view()),
]
