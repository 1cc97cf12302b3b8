from django.urls import path

from accounts.passwords.views import ForgottenPassword, PasswordChange, PasswordResetConfirmation

urlpatterns = [
    path("api/auth/password/change", PasswordChange.as_view()),
    path("api/auth/password/forgot", ForgottenPassword.as_view()),
    path("api/auth/password/reset", PasswordResetConfirmation.as_view()),
]
