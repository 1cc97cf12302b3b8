"""Validate and serialize projects, campaigns and organisations in format B."""

from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import VisibleIriField
from config.api.serializers import CamelModelSerializer, CamelSerializer, ReferenceSerializer
from registry.pmt.api import find_method_in_force
from registry.projects.models import Campaign, Organisation, Project


def check_dates(attrs: dict[str, Any]) -> None:
    """Refuse an end before the start if both are sent; the service checks stored dates under the row's lock."""
    start, end = attrs.get("date_debut"), attrs.get("date_fin")
    if start and end and end < start:
        raise serializers.ValidationError({"dateFin": _("La date de fin précède la date de début.")})


class ProjectSerializer(CamelModelSerializer):
    """Describe a project; `organisationId` sets its `organisation`. A duplicate `code` is refused with 409."""

    code = serializers.CharField(max_length=20)
    organisation_id = VisibleIriField(
        "organisations", Organisation, source="organisation", write_only=True, required=False, allow_null=True
    )
    organisation = ReferenceSerializer(read_only=True, allow_null=True)
    pmt_methode = serializers.SerializerMethodField()

    class Meta:
        model = Project
        fields = [
            "id",
            "code",
            "nom",
            "description",
            "date_debut",
            "date_fin",
            "actif",
            "lecture_seule",
            "bailleur",
            "peut_collecter",
            "peut_scorer",
            "peut_enroler",
            "pmt_methode",
            "organisation",
            "organisation_id",
            "created_at",
        ]
        read_only_fields = ["id", "created_at"]

    def get_pmt_methode(self, project: Project) -> dict[str, Any] | None:
        """Return the PMT method in force, which scores the households of all projects; null if there is none."""
        return self.method

    @cached_property
    def method(self) -> dict[str, Any] | None:
        """Query the method in force once for a whole list."""
        found = find_method_in_force()
        return {"id": found.id, "nom": found.nom, "seuilPauvrete": found.seuil_pauvrete} if found else None

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        check_dates(attrs)
        return attrs


class CreatedProjectSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    nom = serializers.CharField()
    actif = serializers.BooleanField()


class CapacitiesSerializer(CamelSerializer):
    peut_modifier = serializers.BooleanField()
    peut_collecter = serializers.BooleanField()
    peut_scorer = serializers.BooleanField()
    peut_enroler = serializers.BooleanField()
    lecture_seule = serializers.BooleanField()


class CampaignSerializer(CamelModelSerializer):
    class Meta:
        model = Campaign
        fields = ["id", "nom", "date_debut", "date_fin", "created_at"]
        read_only_fields = ["id", "created_at"]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        check_dates(attrs)
        return attrs


class OrganisationSerializer(CamelModelSerializer):
    class Meta:
        model = Organisation
        fields = ["id", "nom", "created_at"]
        read_only_fields = ["id", "created_at"]
