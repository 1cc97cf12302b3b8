"""Route teams and their members."""

from django.urls import path

from transfers.complaints.teams import views

urlpatterns = [
    path("api/equipes", views.TeamList.as_view()),
    path("api/equipes/stats/overview", views.TeamOverview.as_view()),
    path("api/equipes/<uuid:identity>", views.TeamDetail.as_view()),
    path("api/equipes/<uuid:identity>/workload", views.TeamWorkload.as_view()),
    path("api/equipes/<uuid:identity>/membres", views.MemberList.as_view()),
    path("api/equipes/<uuid:identity>/membres/<uuid:member>", views.MemberDetail.as_view()),
]
