from django.urls import path

from registry.duplicates.merges import views

urlpatterns = [
    path("api/menages/fusions", views.MergeList.as_view()),
    path("api/menages/fusions/<uuid:identity>/annuler", views.MergeUndo.as_view()),
]
