"""Route the assistant."""

from django.urls import path

from analysis.assistant.views import Assistant

urlpatterns = [path("api/carte/assistant", Assistant.as_view())]
