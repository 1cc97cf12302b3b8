from django.urls import path

from accounts.second_factor.views import AuthenticatorConfirmation, AuthenticatorSetupView, SecondFactorRemoval

urlpatterns = [
    path("api/auth/2fa/setup", AuthenticatorSetupView.as_view()),
    path("api/auth/2fa/confirm", AuthenticatorConfirmation.as_view()),
    path("api/auth/2fa/disable", SecondFactorRemoval.as_view()),
]
