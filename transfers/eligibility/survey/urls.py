from django.urls import path

from transfers.eligibility.survey import views

urlpatterns = [path("api/eligibility/laboratoire/enquete", views.SurveyMeasurement.as_view())]
