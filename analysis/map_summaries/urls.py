"""Route the map's summaries."""

from django.urls import path

from analysis.map_summaries import views

urlpatterns = [
    path("api/carte/hierarchy", views.AreaHierarchy.as_view()),
    path("api/carte/contours", views.AreaOutlines.as_view()),
    path("api/carte/layers", views.LayerCounts.as_view()),
    path("api/carte/stats/regions", views.RegionStatistics.as_view()),
    path("api/carte/stats/secteurs", views.SectorStatistics.as_view()),
    path("api/carte/stats/plaintes", views.ComplaintStatistics.as_view()),
    path("api/carte/stats/paiements", views.PaymentStatistics.as_view()),
    path("api/carte/ecoles/stats", views.SchoolStatistics.as_view()),
    path("api/carte/config", views.MapSettings.as_view()),
]
