"""Addresses of the accounts app."""

from django.urls import include, path

urlpatterns = [
    path("", include("accounts.tokens.urls")),
    path("", include("accounts.jobs.urls")),
]
