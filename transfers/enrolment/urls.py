from django.urls import path

from transfers.enrolment import views

urlpatterns = [
    path("api/programmes/<uuid:identity>/eligibles", views.EligibleList.as_view()),
    path("api/programmes/<uuid:identity>/enroler", views.Enrolment.as_view()),
    path("api/programmes/<uuid:identity>/beneficiaires", views.ProgrammeBeneficiaryList.as_view()),
    path("api/programmes/<uuid:identity>/stats", views.ProgrammeStatistics.as_view()),
    path("api/menages/bulk-enroll", views.BulkEnrolment.as_view()),
    path("api/beneficiaires/import/from-menages", views.NewcomerEnrolment.as_view()),
]
