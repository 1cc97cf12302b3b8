from django.urls import path

from registry.households.mass import views

urlpatterns = [
    path("api/menages/bulk-delete", views.MassDelete.as_view()),
    path("api/menages/bulk-enroll", views.MassEnrol.as_view()),
]
