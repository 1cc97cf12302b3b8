"""Describe the complaints of the map."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer


class ComplaintPointResponse(CamelSerializer):
    """Describe a complaint at its locality; `plaignant` is null without `registre.voir_contacts`."""

    id = serializers.UUIDField()
    reference = serializers.CharField()
    plaignant = serializers.CharField(allow_null=True)
    objet = serializers.CharField(allow_null=True)
    categorie = serializers.CharField()
    priorite = serializers.CharField()
    statut = serializers.CharField()
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
    date_creation = serializers.DateTimeField()
