"""Route reports."""

from django.urls import path

from analysis.reports import views

urlpatterns = [
    path("api/rapports", views.Reports.as_view()),
    path("api/rapports/abonnements", views.Subscriptions.as_view()),
    path("api/rapports/abonnements/<uuid:identity>", views.SubscriptionDetail.as_view()),
]
