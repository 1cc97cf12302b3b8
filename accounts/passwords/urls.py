from django.urls import path

from accounts.passwords.views import Change, Forgot, Reset

urlpatterns = [
    path("api/auth/password/change", Change.as_view()),
    path("api/auth/password/forgot", Forgot.as_view()),
    path("api/auth/password/reset", Reset.as_view()),
]
