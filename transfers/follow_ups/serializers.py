"""Serialize follow-ups of beneficiaries in format B."""

from typing import Any

from rest_framework import serializers

from config.api.fields import CoordinateField
from config.api.serializers import ReferenceSerializer
from registry.follow_up.serializers import MAX_TEXT, PastMomentField
from transfers.beneficiaries.serializers import RecordSerializer
from transfers.follow_ups.models import FollowUp


class AgentReference(ReferenceSerializer):
    nom = serializers.CharField(source="nom_complet")


class FollowUpSerializer(RecordSerializer):
    date_suivi = PastMomentField()
    observations = serializers.CharField(max_length=MAX_TEXT, required=False, allow_null=True, allow_blank=True)
    latitude = CoordinateField(90, required=False, allow_null=True, write_only=True)
    longitude = CoordinateField(180, required=False, allow_null=True, write_only=True)
    agent = AgentReference(read_only=True)

    class Meta:
        model = FollowUp
        fields = [
            "id",
            "beneficiaire",
            "beneficiaire_id",
            "type_suivi",
            "date_suivi",
            "observations",
            "latitude",
            "longitude",
            "agent",
            "created_at",
        ]
        read_only_fields = ["id", "created_at"]

    def to_representation(self, instance: FollowUp) -> dict[str, Any]:
        place = instance.geom
        point = {"latitude": place.y if place else None, "longitude": place.x if place else None}
        return super().to_representation(instance) | point
