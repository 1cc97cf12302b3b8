"""Addresses of the transfers app: none yet, its features come with their domains."""

urlpatterns: list = []
