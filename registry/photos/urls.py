from django.urls import path

from registry.photos import views

urlpatterns = [
    path("api/menages/<uuid:identity>/photos", views.PhotoList.as_view()),
    path("api/menages/<uuid:identity>/photos/<uuid:photo>", views.PhotoDetail.as_view()),
]
