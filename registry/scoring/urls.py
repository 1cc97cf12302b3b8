from django.urls import path

from registry.scoring import views

urlpatterns = [
    path("api/menages/bulk-recalculate-pmt", views.BatchRecalculation.as_view()),
    path("api/menages/recalculate-all-pmt", views.FullRecalculation.as_view()),
    path("api/menages/<uuid:identity>/recalculate-pmt", views.Recalculation.as_view()),
    path("api/menages/<uuid:identity>/explication-pmt", views.Explanation.as_view()),
]
