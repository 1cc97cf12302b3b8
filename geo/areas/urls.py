from django.urls import path

from geo.areas import views

urlpatterns = [
    path("api/sync/regions", views.RegionSync.as_view()),
    path("api/regions", views.RegionList.as_view()),
    path("api/regions/<uuid:identity>", views.RegionDetail.as_view()),
    path("api/sync/secteurs", views.SectorSync.as_view()),
    path("api/secteurs", views.SectorList.as_view()),
    path("api/secteurs/<uuid:identity>", views.SectorDetail.as_view()),
    path("api/sync/communes", views.CommuneSync.as_view()),
    path("api/communes", views.CommuneList.as_view()),
    path("api/communes/<uuid:identity>", views.CommuneDetail.as_view()),
    path("api/sync/localites", views.LocalitySync.as_view()),
    path("api/localites", views.LocalityList.as_view()),
    path("api/localites/<uuid:identity>", views.LocalityDetail.as_view()),
]
