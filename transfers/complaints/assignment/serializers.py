"""Serialize assignments and the queue of complaints."""

from rest_framework import serializers

from config.api.fields import IdsField, PageParams
from config.api.serializers import CamelSerializer, ReferenceSerializer
from transfers.complaints.assignment.queries import URGENCY
from transfers.complaints.serializers import AssignmentBody
from transfers.complaints.serializers import AssignmentResponse as ComplaintAssignmentResponse


class MassAssignmentBody(AssignmentBody):
    ids = IdsField()


class AssignmentResponse(ComplaintAssignmentResponse):
    """Describe an assignment; `raisons` says why the team and the member were chosen."""

    raisons = serializers.ListField(child=serializers.CharField())


class QueueParams(PageParams):
    """Validate the query of the queue. `tri=urgence`: the late ones first, by priority; without it the oldest first."""

    tri = serializers.ChoiceField(choices=[URGENCY], required=False)


class WaitingComplaintResponse(CamelSerializer):
    """Describe a complaint that waits; `raison` is aucune_equipe, equipe_pleine or a_assigner."""

    id = serializers.UUIDField()
    reference = serializers.CharField()
    objet = serializers.CharField(allow_null=True)
    categorie = serializers.CharField()
    priorite = serializers.CharField()
    echeance = serializers.DateField()
    equipe = ReferenceSerializer(allow_null=True)
    raison = serializers.CharField()
    attend_depuis = serializers.DateField()
    jours = serializers.IntegerField()
