"""Validate and serialize deposited files."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.serializers import ClosedSerializer


class DepositInput(ClosedSerializer):
    file = serializers.FileField(error_messages={"required": _("Le fichier manque.")})


class FileSerializer(serializers.Serializer):
    """Represent a deposited file.

    `taille` is in bytes, as stored. `expiresAt` is when the file is deleted unless it is attached; null once it is
    attached.
    """

    id = serializers.UUIDField()
    nom = serializers.CharField()
    taille = serializers.IntegerField()
    type = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")
    expiresAt = serializers.DateTimeField(source="expires_at", allow_null=True)
