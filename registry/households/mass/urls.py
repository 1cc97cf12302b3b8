from django.urls import path

from registry.households.mass import views

urlpatterns = [
    path("api/menages/bulk-delete", views.MassDelete.as_view()),
]
