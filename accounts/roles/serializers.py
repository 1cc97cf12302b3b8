"""Serialize roles and incompatibilities, and validate the bodies that write them."""

from typing import Any

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.roles.rules import ALL_PERMISSIONS
from config.api.serializers import CamelSerializer, ReferenceSerializer

CODE = RegexValidator(r"^ROLE_[A-Z0-9_]+$", _("Attendu : ROLE_ suivi de majuscules, chiffres ou _."))


class RoleSerializer(CamelSerializer):
    """Serialize a role. `usersCount` counts the users that the caller may see."""

    id = serializers.UUIDField()
    nom = serializers.CharField()
    code = serializers.CharField()
    description = serializers.CharField()
    is_active = serializers.BooleanField()
    is_system = serializers.BooleanField()
    users_count = serializers.IntegerField()
    permissions_count = serializers.SerializerMethodField()
    permissions = serializers.SerializerMethodField()

    def get_permissions_count(self, role: Any) -> int:
        return len(role.permissions)

    def get_permissions(self, role: Any) -> list[str]:
        return sorted(role.permissions)


class PermissionKeysField(serializers.ListField):
    """Accept a list of permission keys from the catalogue."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            child=serializers.ChoiceField(sorted(ALL_PERMISSIONS)), max_length=len(ALL_PERMISSIONS), **kwargs
        )


class RoleChange(CamelSerializer):
    """Validate a change of a role: any of the fields. The code of a role cannot change."""

    nom = serializers.CharField(max_length=100, required=False)
    description = serializers.CharField(max_length=10_000, allow_blank=True, required=False)
    is_active = serializers.BooleanField(required=False)
    permissions = PermissionKeysField(required=False)


class RoleInput(RoleChange):
    """Validate a new role."""

    nom = serializers.CharField(max_length=100)
    code = serializers.CharField(max_length=60, validators=[CODE])
    permissions = PermissionKeysField(default=list)


class PermissionKeysInput(CamelSerializer):
    permissions = PermissionKeysField()


class PermissionKeysResponse(PermissionKeysInput):
    permissions_count = serializers.IntegerField()


class CreatedRoleSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    code = serializers.CharField()


class ChangedRoleSerializer(CreatedRoleSerializer):
    nom = serializers.CharField()


class PermissionCatalogueSerializer(CamelSerializer):
    modules = serializers.ListField(child=serializers.DictField())
    role_permissions = serializers.DictField()


class RoleReferenceSerializer(ReferenceSerializer):
    code = serializers.CharField()


class IncompatibilitySerializer(CamelSerializer):
    id = serializers.UUIDField()
    roles = serializers.SerializerMethodField()
    motif = serializers.CharField()
    created_at = serializers.DateTimeField()

    def get_roles(self, pair: Any) -> Any:
        return RoleReferenceSerializer([pair.role_a, pair.role_b], many=True).data


class IncompatibilityInput(serializers.Serializer):
    role_ids = serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=2)
    motif = serializers.CharField(max_length=255, required=False, allow_blank=True, default="")
