from django.urls import path

from registry.timeline import views

urlpatterns = [path("api/menages/<uuid:identity>/parcours", views.HouseholdTimeline.as_view())]
