from django.urls import path

from analysis.console.views import Console, ConsoleWorker

urlpatterns = [path("", Console.as_view()), path("service-worker.js", ConsoleWorker.as_view())]
