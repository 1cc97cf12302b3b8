from django.urls import path

from registry.projects import views

urlpatterns = [
    path("api/projets", views.ProjectList.as_view()),
    path("api/projets/<uuid:identity>", views.ProjectDetail.as_view()),
    path("api/projets/<uuid:identity>/capacites", views.ProjectCapacities.as_view()),
    path("api/projets/<uuid:identity>/archiver", views.ProjectArchive.as_view()),
    path("api/organisations", views.OrganisationList.as_view()),
    path("api/organisations/<uuid:identity>", views.OrganisationDetail.as_view()),
    path("api/campagnes", views.CampaignList.as_view()),
    path("api/campagnes/<uuid:identity>", views.CampaignDetail.as_view()),
]
