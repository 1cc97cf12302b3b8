"""Serialize public holidays."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer


class HolidayBody(CamelSerializer, ClosedSerializer):
    """Validate a public holiday; with `chaqueAnnee` it is that day of each year, from `jour` on."""

    nom = serializers.CharField(max_length=150)
    jour = serializers.DateField()
    chaque_annee = serializers.BooleanField(required=False)


class HolidayResponse(CamelSerializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    jour = serializers.DateField()
    chaque_annee = serializers.BooleanField()
