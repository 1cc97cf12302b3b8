"""Route the directory of services for survivors."""

from django.urls import path

from analysis.vbg.directory import views

urlpatterns = [
    path("api/services-vbg", views.ServiceList.as_view()),
    path("api/services-vbg/references", views.ServiceReferences.as_view()),
    path("api/services-vbg/stats/overview", views.ServiceOverview.as_view()),
    path("api/services-vbg/carte", views.ServiceMap.as_view()),
    path("api/services-vbg/<uuid:identity>", views.ServiceDetail.as_view()),
    path("api/services-vbg/<uuid:identity>/agents", views.AgentList.as_view()),
    path("api/services-vbg/<uuid:identity>/agents/<uuid:agent>", views.AgentDetail.as_view()),
]
