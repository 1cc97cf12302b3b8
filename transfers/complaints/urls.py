"""Route complaints."""

from django.urls import path

from transfers.complaints import views
from transfers.complaints.appeals.views import AppealDecision, ComplaintAppeal
from transfers.complaints.assignment.views import ComplaintAssignment, ComplaintQueue, MassAssignment
from transfers.complaints.deadlines.views import DeadlineResumption, DeadlineSuspension
from transfers.complaints.gateway.views import GatewayExchange
from transfers.complaints.map.views import ComplaintMap
from transfers.complaints.measures.views import ComplaintMeasures, MeasureDecision
from transfers.complaints.pages.views import ComplaintPage, FollowPage
from transfers.complaints.public import views as public
from transfers.complaints.reclassification.views import ComplaintReclassification
from transfers.complaints.records import views as records

urlpatterns = [
    path("api/plaintes", views.ComplaintList.as_view()),
    path("api/plaintes/file-attente", ComplaintQueue.as_view()),
    path("api/plaintes/assigner-masse", MassAssignment.as_view()),
    path("api/plaintes/<uuid:identity>", views.ComplaintDetail.as_view()),
    path("api/plaintes/<uuid:identity>/assigner", ComplaintAssignment.as_view()),
    path("api/plaintes/<uuid:identity>/statut", views.ComplaintMoves.as_view()),
    path("api/plaintes/<uuid:identity>/reclasser", ComplaintReclassification.as_view()),
    path("api/plaintes/<uuid:identity>/suspendre", DeadlineSuspension.as_view()),
    path("api/plaintes/<uuid:identity>/reprendre", DeadlineResumption.as_view()),
    path("api/plaintes/<uuid:identity>/appel", ComplaintAppeal.as_view()),
    path("api/plaintes/<uuid:identity>/appel/decision", AppealDecision.as_view()),
    path("api/plaintes/<uuid:identity>/historique", records.ComplaintHistory.as_view()),
    path("api/plaintes/<uuid:identity>/commentaires", records.ComplaintComments.as_view()),
    path("api/plaintes/<uuid:identity>/pieces", records.ComplaintAttachments.as_view()),
    path("api/plaintes/<uuid:identity>/liens", records.ComplaintLinks.as_view()),
    path("api/plaintes/<uuid:identity>/liens/<uuid:autre>", records.ComplaintLinkDetail.as_view()),
    path("api/plaintes/<uuid:identity>/satisfaction", records.ComplaintSatisfaction.as_view()),
    path("api/plaintes/<uuid:identity>/mesures", ComplaintMeasures.as_view()),
    path("api/plaintes/<uuid:identity>/mesures/<uuid:mesure>", MeasureDecision.as_view()),
    path("api/plaintes/<uuid:identity>/recu", public.ComplaintReceipt.as_view()),
    path("api/public/plaintes", public.PublicComplaints.as_view()),
    path("api/public/plaintes/suivi", public.PublicFollowing.as_view()),
    path("api/public/plaintes/satisfaction", public.PublicRating.as_view()),
    path("api/public/plaintes/appel", public.PublicAppeal.as_view()),
    path("api/public/passerelle", GatewayExchange.as_view()),
    path("plainte", ComplaintPage.as_view()),
    path("plainte/suivi", FollowPage.as_view()),
    path("api/carte/plaintes", ComplaintMap.as_view()),
]
