"""Addresses of the geo app."""

urlpatterns: list = []
