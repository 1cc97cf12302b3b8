"""Validate and serialize areas in format A (Hydra nodes)."""

from typing import Any

from django.contrib.gis.geos import Point
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import CoordinateField, VisibleIriField
from config.api.hydra import build_node
from geo.areas.fields import BoundaryField
from geo.areas.models import SRID, Commune, Locality, Region, Sector

MAX_POPULATION = 2_000_000_000


class DetailParams(serializers.Serializer):
    """Validate the query of a detail; `geometrie=true` adds the boundary to the response."""

    geometrie = serializers.BooleanField(default=False)


class AreaSerializer(serializers.ModelSerializer):
    """Validate and serialize the fields that the four levels share."""

    population = serializers.IntegerField(min_value=0, max_value=MAX_POPULATION, allow_null=True, required=False)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return {name: getattr(instance, name) for name in ("id", "nom", "code", "population")}


class RegionSerializer(AreaSerializer):
    geometrie = BoundaryField(source="geom", required=False, allow_null=True)

    class Meta:
        model = Region
        fields = ["id", "nom", "code", "population", "geometrie"]
        read_only_fields = ["id"]


class SectorSerializer(AreaSerializer):
    region = VisibleIriField("regions", Region)
    geometrie = BoundaryField(source="geom", required=False, allow_null=True)

    class Meta:
        model = Sector
        fields = ["id", "nom", "code", "population", "region", "geometrie"]
        read_only_fields = ["id"]

    def to_representation(self, instance: Sector) -> dict[str, Any]:
        region = {"id": instance.region_id, "nom": instance.region.nom}
        return super().to_representation(instance) | {"region": build_node("Region", "regions", region)}


class CommuneSerializer(AreaSerializer):
    secteur = VisibleIriField("secteurs", Sector)

    class Meta:
        model = Commune
        fields = ["id", "nom", "code", "population", "secteur"]
        read_only_fields = ["id"]

    def to_representation(self, instance: Commune) -> dict[str, Any]:
        secteur = {"id": instance.secteur_id, "nom": instance.secteur.nom}
        return super().to_representation(instance) | {"secteur": build_node("Secteur", "secteurs", secteur)}


class LocalitySerializer(AreaSerializer):
    """Validate and serialize a locality: its point is `latitude` and `longitude`; its commune lies in its secteur."""

    type = serializers.ChoiceField(choices=Locality.Type.choices, default=Locality.Type.VILLAGE)
    secteur = VisibleIriField("secteurs", Sector)
    commune = VisibleIriField("communes", Commune, required=False, allow_null=True)
    latitude = CoordinateField(90, required=False, allow_null=True)
    longitude = CoordinateField(180, required=False, allow_null=True)

    class Meta:
        model = Locality
        fields = ["id", "nom", "code", "type", "population", "secteur", "commune", "latitude", "longitude"]
        read_only_fields = ["id"]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        secteur = attrs.get("secteur") or getattr(self.instance, "secteur", None)
        commune = attrs["commune"] if "commune" in attrs else getattr(self.instance, "commune", None)
        if commune is not None and secteur is not None and commune.secteur_id != secteur.id:
            raise serializers.ValidationError({"commune": _("La commune n'est pas dans ce secteur.")})
        if "latitude" in attrs or "longitude" in attrs:
            latitude, longitude = attrs.pop("latitude", None), attrs.pop("longitude", None)
            if (latitude is None) != (longitude is None):
                raise serializers.ValidationError({"longitude": _("Latitude et longitude vont ensemble.")})
            attrs["geom"] = None if latitude is None else Point(float(longitude), float(latitude), srid=SRID)
        return attrs

    def to_representation(self, instance: Locality) -> dict[str, Any]:
        secteur: dict[str, Any] = {"id": instance.secteur_id, "nom": instance.secteur.nom}
        if self.context.get("detail"):
            commune = instance.commune
            secteur["commune"] = {"id": commune.id, "nom": commune.nom} if commune else None
        return super().to_representation(instance) | {
            "type": instance.type,
            "secteur": build_node("Secteur", "secteurs", secteur),
            "latitude": round(instance.geom.y, 6) if instance.geom else None,
            "longitude": round(instance.geom.x, 6) if instance.geom else None,
        }


class AreaReference(serializers.Serializer):
    """Document a parent area nested in another area."""

    id = serializers.UUIDField()
    nom = serializers.CharField()


class RegionResponse(serializers.Serializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    code = serializers.CharField(allow_null=True)
    population = serializers.IntegerField(allow_null=True)


class SectorResponse(RegionResponse):
    region = AreaReference()


class CommuneResponse(RegionResponse):
    secteur = AreaReference()


class LocalityResponse(CommuneResponse):
    type = serializers.ChoiceField(choices=Locality.Type.choices)
    latitude = serializers.FloatField(allow_null=True)
    longitude = serializers.FloatField(allow_null=True)
