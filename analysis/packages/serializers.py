"""Validate and describe orders of packages."""

from django.utils.translation import gettext as _
from rest_framework import serializers

from config.api.serializers import CamelSerializer, ReferenceSerializer
from geo.layers.api import map_layers


class PackageParams(serializers.Serializer):
    """Validate an order: a region, and the layers of the package, separated by commas; by default all."""

    region = serializers.UUIDField()
    couches = serializers.CharField(required=False, max_length=1000)

    def validate_couches(self, text: str) -> list[str]:
        names = [name.strip() for name in text.split(",")]
        if unknown := [name for name in names if name not in map_layers]:
            message = _("Couche inconnue : %(name)s. Couches possibles : %(known)s.")
            raise serializers.ValidationError(message % {"name": unknown[0][:60], "known": ", ".join(map_layers)})
        return names


class PackageLayerResponse(serializers.Serializer):
    nom = serializers.CharField()
    objets = serializers.IntegerField()


class PackageResponse(CamelSerializer):
    """Describe a package: while it is being made (202) its job, and the file when it is there (200)."""

    job_id = serializers.UUIDField()
    statut = serializers.CharField()
    fichier = serializers.UUIDField(required=False)
    nom = serializers.CharField(required=False)
    taille = serializers.IntegerField(required=False)
    type = serializers.CharField(required=False)
    expire_le = serializers.DateTimeField(required=False)
    region = ReferenceSerializer(required=False)
    couches = PackageLayerResponse(many=True, required=False)
    tuiles = serializers.IntegerField(required=False)
