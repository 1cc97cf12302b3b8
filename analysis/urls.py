"""Addresses of the analysis app."""

from django.urls import include, path

urlpatterns = [path("", include("analysis.console.urls"))]
