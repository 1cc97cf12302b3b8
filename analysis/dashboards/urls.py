"""Route dashboards."""

from django.urls import include, path

from analysis.dashboards import views

urlpatterns = [
    path("", include("analysis.dashboards.agenda.urls")),
    path("", include("analysis.dashboards.composition.urls")),
    path("api/dashboard/stats", views.Stats.as_view()),
    path("api/dashboard/recent-activity", views.RecentActivity.as_view()),
    path("api/dashboard/payments-chart", views.PaymentChart.as_view()),
    path("api/dashboard/regions-distribution", views.RegionsDistribution.as_view()),
    path("api/dashboard/complaints-overview", views.ComplaintsOverview.as_view()),
]
