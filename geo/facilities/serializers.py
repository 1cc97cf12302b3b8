"""Validate the parameters and document the responses of facility lists."""

from rest_framework import serializers

from geo.layers.serializers import FacilitySerializer


class ContactFacilitySerializer(FacilitySerializer):
    """Document a facility with a contact; `telephone` is null for callers without `registre.voir_contacts`."""

    telephone = serializers.CharField(allow_null=True)


class WaterPointSerializer(FacilitySerializer):
    fonctionnel = serializers.BooleanField(allow_null=True)
    typeSource = serializers.CharField(allow_null=True)


class SchoolSerializer(serializers.Serializer):
    """Document a school; distances are in metres."""

    id = serializers.UUIDField()
    nom = serializers.CharField()
    code = serializers.CharField(allow_null=True)
    type = serializers.CharField(allow_null=True)
    typology = serializers.CharField(allow_null=True)
    secteur = serializers.CharField(allow_null=True)
    region = serializers.CharField(allow_null=True)
    communaute = serializers.CharField(allow_null=True)
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
    prescolaire = serializers.BooleanField()
    niveauMax = serializers.CharField(allow_null=True)
    menagesEstimes = serializers.IntegerField(allow_null=True)
    distanceMansoa = serializers.FloatField(allow_null=True)
    pilote = serializers.BooleanField()
    idDgepase = serializers.CharField(allow_null=True)


class HealthServiceSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    code = serializers.CharField(allow_null=True)
    nom = serializers.CharField()
    type = serializers.CharField()
    typeLabel = serializers.CharField()
    statut = serializers.CharField(allow_null=True)
    adresse = serializers.CharField(allow_null=True)
    telephone = serializers.CharField(allow_null=True)
    responsable = serializers.CharField(allow_null=True)
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
    urgences24h = serializers.BooleanField()
    maternite = serializers.BooleanField()
    laboratoire = serializers.BooleanField()
    pharmacie = serializers.BooleanField()
    capaciteLits = serializers.IntegerField(allow_null=True)
    nombrePersonnel = serializers.IntegerField(allow_null=True)
    region = serializers.CharField(allow_null=True)
