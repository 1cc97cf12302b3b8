from django.urls import path

from transfers.eligibility.laboratory import views

urlpatterns = [
    path("api/eligibility/laboratoire", views.TargetingLaboratory.as_view()),
]
