"""Serialize measures."""

from typing import Any

from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.complaints.measures.models import Measure, MeasureKind, MeasureStatus
from transfers.complaints.measures.rules import find_address

DECIDED = [choice for choice in MeasureStatus.choices if choice[0] != MeasureStatus.PROPOSEE]


class MeasureBody(CamelSerializer, ClosedSerializer):
    type = serializers.ChoiceField(choices=MeasureKind.choices)


class MeasureDecisionBody(CamelSerializer, ClosedSerializer):
    statut = serializers.ChoiceField(choices=DECIDED)


class MeasureResponse(CamelSerializer):
    """Describe a measure; `adresse` is that of the operation that does it."""

    id = serializers.UUIDField()
    type = serializers.CharField()
    statut = serializers.CharField()
    adresse = serializers.SerializerMethodField()
    date_proposition = serializers.DateTimeField()
    date_decision = serializers.DateTimeField(allow_null=True)

    def get_adresse(self, measure: Measure) -> Any:
        return find_address(measure.type, measure.plainte)
