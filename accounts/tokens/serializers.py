"""Validate and serialize the bodies of session endpoints."""

from typing import Any

from rest_framework import serializers

from accounts.users.serializers import CallerSerializer
from config.api.fields import StrictIntegerField
from config.api.serializers import CamelSerializer


class RefreshSerializer(CamelSerializer):
    refresh_token = serializers.CharField(max_length=200)


class TokensSerializer(CamelSerializer):
    """Serialize the tokens (opaque, shown once), the validity of the access token in seconds, and the user.

    `cleAppareil` seals what a device keeps for work without a connection.
    """

    access_token = serializers.CharField()
    refresh_token = serializers.CharField()
    expires_in = serializers.IntegerField()
    cle_appareil = serializers.CharField(source="device_key", allow_null=True)
    user = CallerSerializer()


class SessionSerializer(CamelSerializer):
    """Serialize an open session; `courante` marks the session of this request."""

    id = serializers.UUIDField()
    adresse = serializers.CharField(source="address", allow_null=True)
    appareil = serializers.CharField(source="agent")
    ouverte_le = serializers.DateTimeField(source="created_at")
    vue_le = serializers.DateTimeField(source="seen_at")
    expire_le = serializers.DateTimeField(source="expires_at")
    courante = serializers.SerializerMethodField()

    def get_courante(self, session: Any) -> bool:
        return session.id == self.context["request"].auth


class AccessKeyBody(CamelSerializer):
    """Validate a new key: its name, and for how many days it is valid (a year by default)."""

    nom = serializers.CharField(max_length=100)
    jours = StrictIntegerField(min_value=1, max_value=730, default=365)


class AccessKeyResponse(CamelSerializer):
    """Serialize a key: `debut` are the first characters of its secret, which is not stored."""

    id = serializers.UUIDField()
    nom = serializers.CharField()
    debut = serializers.CharField()
    creee_le = serializers.DateTimeField(source="created_at")
    expire_le = serializers.DateTimeField(source="expires_at")
    utilisee_le = serializers.DateTimeField(source="used_at", allow_null=True)


class NewAccessKeyResponse(AccessKeyResponse):
    """Serialize a new key with its secret, shown once."""

    cle = serializers.CharField(source="secret")
