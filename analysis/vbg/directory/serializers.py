"""Serialize services for survivors in format B."""

from typing import Any

from rest_framework import serializers

from analysis.vbg.directory.rules import ACTIVE, OFFER_LABELS, STATUS_LABELS, TYPE_LABELS
from config.api.fields import CoordinateField, StrictIntegerField, VisibleIriField
from config.api.serializers import CamelSerializer, ClosedSerializer, ReferenceSerializer
from geo.areas.models import Locality, Region, Sector
from geo.facilities.models import Visibility

MAX_PARTNERS = 100
MAX_TEXT = 10_000


class CodeLabelSerializer(serializers.Serializer):
    """Document a code with its label in the language of the request."""

    def get_fields(self) -> dict[str, serializers.Field]:
        # As an attribute, `label` would shadow that of every field.
        return {"value": serializers.CharField(), "label": serializers.CharField()}


class ReferencesSerializer(CamelSerializer):
    types_service = CodeLabelSerializer(many=True)
    services_offerts = CodeLabelSerializer(many=True)
    statuts = CodeLabelSerializer(many=True)
    visibilites = CodeLabelSerializer(many=True)


class ServiceBody(CamelSerializer, ClosedSerializer):
    """Validate what is written of a service; without `visibilite` it is public, but a shelter is always restricted."""

    nom = serializers.CharField(max_length=255)
    type_service = serializers.ChoiceField(choices=list(TYPE_LABELS), source="type")
    statut = serializers.ChoiceField(choices=list(STATUS_LABELS), required=False)
    visibilite = serializers.ChoiceField(choices=Visibility.choices, required=False)
    description = serializers.CharField(max_length=MAX_TEXT, required=False, allow_null=True, allow_blank=True)
    adresse = serializers.CharField(max_length=255, required=False, allow_null=True, allow_blank=True)
    telephone = serializers.CharField(max_length=32, required=False, allow_null=True, allow_blank=True)
    email = serializers.EmailField(max_length=254, required=False, allow_null=True, allow_blank=True)
    responsable = serializers.CharField(max_length=255, required=False, allow_null=True, allow_blank=True)
    region_id = VisibleIriField("regions", Region, source="region")
    secteur_id = VisibleIriField("secteurs", Sector, source="secteur", required=False, allow_null=True)
    localite_id = VisibleIriField("localites", Locality, source="localite", required=False, allow_null=True)
    latitude = CoordinateField(90, required=False, allow_null=True)
    longitude = CoordinateField(180, required=False, allow_null=True)
    horaires = serializers.CharField(max_length=255, required=False, allow_null=True, allow_blank=True)
    services_offerts = serializers.ListField(
        child=serializers.ChoiceField(choices=list(OFFER_LABELS)), required=False, max_length=len(OFFER_LABELS)
    )
    capacite_accueil = StrictIntegerField(min_value=0, max_value=2**31 - 1, required=False, allow_null=True)
    date_ouverture = serializers.DateField(required=False, allow_null=True)
    partenaires = serializers.ListField(
        child=serializers.CharField(max_length=255), required=False, max_length=MAX_PARTNERS
    )


class AgentBody(CamelSerializer, ClosedSerializer):
    """Validate what is written of somebody who works in a service."""

    nom = serializers.CharField(max_length=255)
    prenom = serializers.CharField(max_length=255, required=False, allow_blank=True)
    fonction = serializers.CharField(max_length=255, required=False, allow_null=True, allow_blank=True)
    telephone = serializers.CharField(max_length=32, required=False, allow_null=True, allow_blank=True)


class ServiceCreated(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()


class ServiceResponse(CamelSerializer):
    """Represent a service in the list; counts of cases that may not be disclosed are null."""

    id = serializers.UUIDField()
    code = serializers.CharField()
    nom = serializers.CharField()
    type_service = serializers.CharField(source="type")
    visibilite = serializers.CharField()
    description = serializers.CharField(allow_null=True)
    adresse = serializers.CharField(allow_null=True)
    telephone = serializers.CharField(allow_null=True)
    email = serializers.CharField(allow_null=True)
    responsable = serializers.CharField(allow_null=True)
    region = ReferenceSerializer(allow_null=True)
    secteur = ReferenceSerializer(allow_null=True)
    localite = ReferenceSerializer(allow_null=True)
    latitude = serializers.FloatField(source="geom.y", default=None, allow_null=True)
    longitude = serializers.FloatField(source="geom.x", default=None, allow_null=True)
    horaires = serializers.CharField(allow_null=True)
    services_offerts = serializers.ListField(child=serializers.CharField())
    statut = serializers.CharField()
    nombre_cas_pris_en_charge = serializers.IntegerField(source="cas.cas_pris_en_charge", allow_null=True)
    masque = serializers.BooleanField(source="cas.is_masked")
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown = super().to_representation(instance)
        return shown | {
            "code": shown["code"] or "",
            "statut": shown["statut"] or ACTIVE,
            "latitude": instance.geom.y if instance.geom else None,
            "longitude": instance.geom.x if instance.geom else None,
        }


class AgentResponse(CamelSerializer):
    id = serializers.UUIDField()
    nom = serializers.CharField(source="__str__")
    fonction = serializers.CharField(allow_null=True)


class ServiceDetailResponse(ServiceResponse):
    """Represent one service with its agents."""

    capacite_accueil = serializers.IntegerField(allow_null=True)
    date_ouverture = serializers.DateField(allow_null=True)
    partenaires = serializers.ListField(child=serializers.CharField())
    nombre_cas_en_cours = serializers.IntegerField(source="cas.cas_en_cours", allow_null=True)
    nombre_cas_resolus = serializers.IntegerField(source="cas.cas_resolus", allow_null=True)
    agents = AgentResponse(many=True)


class CoverageOfSectorsSerializer(serializers.Serializer):
    secteursCouvertes = serializers.IntegerField()
    secteursTotal = serializers.IntegerField()
    pourcentage = serializers.FloatField()


class RegionServicesSerializer(serializers.Serializer):
    region = ReferenceSerializer(allow_null=True)
    total = serializers.IntegerField()


class OverviewSerializer(serializers.Serializer):
    """Document the overview; counts of cases that may not be disclosed are null."""

    totalServices = serializers.IntegerField()
    servicesActifs = serializers.IntegerField()
    servicesInactifs = serializers.IntegerField()
    parType = serializers.DictField(child=serializers.IntegerField())
    parRegion = RegionServicesSerializer(many=True)
    totalCasPrisEnCharge = serializers.IntegerField(allow_null=True)
    totalCasEnCours = serializers.IntegerField(allow_null=True)
    totalCasResolus = serializers.IntegerField(allow_null=True)
    masque = serializers.BooleanField()
    couvertureGeographique = CoverageOfSectorsSerializer()


class ServiceMapSerializer(serializers.Serializer):
    """Document a GeoJSON FeatureCollection with id, nom, typeService, statut, nombreCas and masque of each service."""

    type = serializers.CharField()
    features = serializers.ListField(child=serializers.DictField())
