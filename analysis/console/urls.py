from django.urls import path

from analysis.console.views import Console

urlpatterns = [path("", Console.as_view())]
