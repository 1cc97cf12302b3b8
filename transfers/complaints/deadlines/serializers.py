"""Serialize suspensions of deadlines."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.complaints.models import PauseReason
from transfers.complaints.serializers import MAX_TEXT, ComplaintStatusResponse, TextField


class SuspensionBody(CamelSerializer, ClosedSerializer):
    motif = serializers.ChoiceField(choices=PauseReason.choices)
    commentaire = TextField(MAX_TEXT)


class ResumptionBody(CamelSerializer, ClosedSerializer):
    commentaire = TextField(MAX_TEXT)


class DeadlineResponse(ComplaintStatusResponse):
    echeance = serializers.DateField()
    suspendue_depuis = serializers.DateField(allow_null=True)
    motif_suspension = serializers.CharField(allow_null=True)
    jours_suspendus = serializers.IntegerField()
