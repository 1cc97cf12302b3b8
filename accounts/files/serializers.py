"""A deposited file as it is sent and told."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.serializers import ClosedSerializer


class DepositInput(ClosedSerializer):
    file = serializers.FileField(error_messages={"required": _("Le fichier manque.")})


class FileSerializer(serializers.Serializer):
    """`taille` in bytes, as it is kept. `expiresAt`: when it goes if nothing holds it; null once something does."""

    id = serializers.UUIDField()
    nom = serializers.CharField()
    taille = serializers.IntegerField()
    type = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")
    expiresAt = serializers.DateTimeField(source="expires_at", allow_null=True)
