"""Serialize appeals."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.complaints.appeals.models import AppealStatus
from transfers.complaints.serializers import MAX_TEXT, TextField

DECISIONS = [choice for choice in AppealStatus.choices if choice[0] != AppealStatus.DEPOSE]


class AppealBody(CamelSerializer, ClosedSerializer):
    motif = TextField(MAX_TEXT, required=True, allow_null=False)
    examinateur = serializers.UUIDField(required=False, allow_null=True)


class AppealDecisionBody(CamelSerializer, ClosedSerializer):
    decision = serializers.ChoiceField(choices=DECISIONS)
    motif = TextField(MAX_TEXT, required=True, allow_null=False)


class ExaminerResponse(CamelSerializer):
    id = serializers.UUIDField()
    nom = serializers.CharField(source="nom_complet")


class AppealResponse(CamelSerializer):
    id = serializers.UUIDField()
    statut = serializers.CharField()
    examinateur = ExaminerResponse()
    date_depot = serializers.DateTimeField()
    date_decision = serializers.DateTimeField(allow_null=True)
