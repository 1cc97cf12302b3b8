"""Addresses of the accounts app."""

urlpatterns: list = []
