from django.urls import path

from transfers.programmes import views

urlpatterns = [
    path("api/programmes", views.ProgrammeList.as_view()),
    path("api/programmes/stats/summary", views.ProgrammeSummary.as_view()),
    path("api/programmes/regions", views.ProgrammeRegionList.as_view()),
    path("api/programmes/<uuid:identity>", views.ProgrammeDetail.as_view()),
    path("api/programmes/<uuid:identity>/activer", views.ProgrammeActivation.as_view()),
    path("api/programmes/<uuid:identity>/suspendre", views.ProgrammeSuspension.as_view()),
    path("api/programmes/<uuid:identity>/reactiver", views.ProgrammeResumption.as_view()),
    path("api/programmes/<uuid:identity>/cloturer", views.ProgrammeClosing.as_view()),
]
