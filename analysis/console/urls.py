from django.urls import path

from analysis.console.views import Console, Pack, Worker

urlpatterns = [
    path("", Console.as_view()),
    path("service-worker.js", Worker.as_view()),
    path("fichiers/paquets/<slug:digest>/<str:name>", Pack.as_view()),
]
