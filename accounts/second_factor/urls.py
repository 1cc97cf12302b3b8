from django.urls import path

from accounts.second_factor.views import Confirm, Disable, SetUp

urlpatterns = [
    path("api/auth/2fa/setup", SetUp.as_view()),
    path("api/auth/2fa/confirm", Confirm.as_view()),
    path("api/auth/2fa/disable", Disable.as_view()),
]
