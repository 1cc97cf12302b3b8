"""Serialize follow-ups of beneficiaries in format B."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import CoordinateField
from config.api.serializers import ReferenceSerializer
from registry.follow_up.serializers import CLOCKS_AHEAD, MAX_TEXT
from transfers.beneficiaries.serializers import RecordSerializer
from transfers.follow_ups.models import FollowUp


class PastMomentField(serializers.DateTimeField):
    """Validate a moment in the past; a tablet's clock may be up to a day ahead."""

    default_error_messages = {"future": _("La date est dans le futur.")}

    def to_internal_value(self, value: Any) -> datetime:
        moment = super().to_internal_value(value)
        if moment > timezone.now() + CLOCKS_AHEAD:
            self.fail("future")
        return moment


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
