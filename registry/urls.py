"""Addresses of the registry app."""

urlpatterns: list = []
