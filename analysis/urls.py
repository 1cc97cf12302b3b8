"""Addresses of the analysis app."""

urlpatterns: list = []
