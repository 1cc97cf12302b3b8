from django.urls import path

from transfers.enrolment import views

urlpatterns = [
    path("api/programmes/<uuid:identity>/eligibles", views.EligibleList.as_view()),
    path("api/programmes/<uuid:identity>/enroler", views.Enrol.as_view()),
    path("api/programmes/<uuid:identity>/beneficiaires", views.BeneficiariesOfProgramme.as_view()),
    path("api/programmes/<uuid:identity>/stats", views.Statistics.as_view()),
    path("api/beneficiaires/import/from-menages", views.EnrolNewcomers.as_view()),
]
