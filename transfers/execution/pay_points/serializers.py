"""Serialize pay-points."""

from typing import Any

from django.contrib.gis.geos import Point
from rest_framework import serializers

from config.api.fields import CoordinateField
from config.api.serializers import CamelSerializer, ClosedSerializer, ReferenceSerializer
from geo.areas.models import SRID


class PayPointBody(ClosedSerializer):
    nom = serializers.CharField(max_length=255)
    longitude = CoordinateField(180)
    latitude = CoordinateField(90)
    actif = serializers.BooleanField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        longitude, latitude = float(attrs.pop("longitude")), float(attrs.pop("latitude"))
        return attrs | {"geom": Point(longitude, latitude, srid=SRID)}


class PayPointResponse(CamelSerializer):
    id = serializers.UUIDField()
    programme_id = serializers.UUIDField()
    nom = serializers.CharField()
    region = ReferenceSerializer()
    longitude = serializers.FloatField(source="geom.x")
    latitude = serializers.FloatField(source="geom.y")
    actif = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
