"""Route complaints."""

from django.urls import path

from transfers.complaints import views
from transfers.complaints.assignment.views import ComplaintAssignment
from transfers.complaints.map.views import ComplaintMap

urlpatterns = [
    path("api/plaintes", views.ComplaintList.as_view()),
    path("api/plaintes/<uuid:identity>", views.ComplaintDetail.as_view()),
    path("api/plaintes/<uuid:identity>/assigner", ComplaintAssignment.as_view()),
    path("api/plaintes/<uuid:identity>/statut", views.ComplaintMoves.as_view()),
    path("api/carte/plaintes", ComplaintMap.as_view()),
]
