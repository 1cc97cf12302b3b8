"""The user record of document 1."""

from typing import Any

from rest_framework import serializers

from accounts.users.models import User
from config.api.serializers import CodedReferenceSerializer


class UserRoleSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    code = serializers.CharField()
    permissions = serializers.SerializerMethodField()

    def get_permissions(self, role: Any) -> list[str]:
        return sorted(role.permissions)


class UserSerializer(serializers.ModelSerializer):
    """A user with role and regions."""

    role = UserRoleSerializer()
    isActive = serializers.BooleanField(source="is_active")
    twoFactorEnabled = serializers.BooleanField(source="two_factor_enabled")
    lastLoginAt = serializers.DateTimeField(source="last_login", allow_null=True)
    failedLoginAttempts = serializers.IntegerField(source="failed_login_attempts")
    regions = CodedReferenceSerializer(many=True)
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")

    class Meta:
        model = User
        fields = [
            "id", "email", "nom", "prenom", "telephone", "role", "isActive", "twoFactorEnabled", "lastLoginAt",
            "failedLoginAttempts", "regions", "createdAt", "updatedAt",
        ]  # fmt: skip
        read_only_fields = fields
