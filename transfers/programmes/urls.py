from django.urls import path

from transfers.programmes import views

urlpatterns = [
    path("api/programmes", views.ProgrammeList.as_view()),
    path("api/programmes/stats/summary", views.ProgrammeSummary.as_view()),
    path("api/programmes/regions", views.ProgrammeRegions.as_view()),
    path("api/programmes/<uuid:identity>", views.ProgrammeDetail.as_view()),
    path("api/programmes/<uuid:identity>/activer", views.Activate.as_view()),
    path("api/programmes/<uuid:identity>/suspendre", views.Suspend.as_view()),
    path("api/programmes/<uuid:identity>/reactiver", views.Resume.as_view()),
    path("api/programmes/<uuid:identity>/cloturer", views.Close.as_view()),
]
