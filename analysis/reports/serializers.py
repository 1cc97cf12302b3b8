"""Validate and describe reports and their subscriptions."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts.roles.models import Role
from analysis.reports.services import PDF, XLSX
from config.api.fields import VisibleIriField
from config.api.serializers import CamelSerializer, ClosedSerializer, ReferenceSerializer
from geo.areas.models import Region
from transfers.programmes.models import Programme


class SubjectBody(CamelSerializer, ClosedSerializer):
    """Validate what a report is about: one programme, or one region."""

    programme_id = VisibleIriField("programmes", Programme, source="programme", required=False, allow_null=True)
    region_id = VisibleIriField("regions", Region, source="region", required=False, allow_null=True)

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        if bool(values.get("programme")) == bool(values.get("region")):
            raise serializers.ValidationError({"regionId": [_("Un rapport est d'un programme, ou d'une région.")]})
        return values


class ReportBody(SubjectBody):
    date_debut = serializers.DateField(required=False, allow_null=True)
    date_fin = serializers.DateField(required=False, allow_null=True)
    format = serializers.ChoiceField(choices=[PDF, XLSX], required=False, default=PDF)


class SubscriptionBody(SubjectBody):
    role_id = VisibleIriField("roles", Role, source="role")


class ReportJobResponse(CamelSerializer):
    """Describe a report that is being written; the result of the job names the file."""

    job_id = serializers.UUIDField()
    statut = serializers.CharField()


class SubscriptionResponse(CamelSerializer):
    id = serializers.UUIDField()
    role = ReferenceSerializer()
    programme = ReferenceSerializer(allow_null=True)
    region = ReferenceSerializer(allow_null=True)
