"""Validate and serialize deposited files."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer


class DepositInput(ClosedSerializer):
    file = serializers.FileField(error_messages={"required": _("Le fichier manque.")})


class FileSerializer(CamelSerializer):
    """Represent a deposited file.

    `taille` is in bytes, as stored. `expiresAt` is when the file is deleted unless it is attached; null once it is
    attached.
    """

    id = serializers.UUIDField()
    nom = serializers.CharField()
    taille = serializers.IntegerField()
    type = serializers.CharField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
