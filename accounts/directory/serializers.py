"""Define the bodies for administering users. Field names follow the API contract: `role_id` is in snake case."""

from typing import Any

from rest_framework import serializers

from accounts.directory.filters import SORT_COLUMNS
from accounts.passwords.serializers import PasswordField
from accounts.roles.serializers import RoleReferenceSerializer
from config.api.fields import PageParams, build_sort_field
from config.api.serializers import CamelSerializer


class UserListParams(PageParams):
    """Validate the page of the list, and the name that it is sorted by; `-` before it for the other direction."""

    tri = build_sort_field(SORT_COLUMNS)


class UserUpdateInput(serializers.Serializer):
    """Validate a change of any of the fields. The address may be repeated, but not changed."""

    email = serializers.EmailField(max_length=254, required=False)
    nom = serializers.CharField(max_length=100, required=False)
    prenom = serializers.CharField(max_length=100, required=False, allow_blank=True)
    telephone = serializers.CharField(max_length=32, required=False, allow_blank=True, allow_null=True)
    role_id = serializers.UUIDField(required=False)
    regions = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=1000)


class UserInput(UserUpdateInput):
    email = serializers.EmailField(max_length=254)
    nom = serializers.CharField(max_length=100)
    role_id = serializers.UUIDField()
    regions = serializers.ListField(child=serializers.UUIDField(), default=list, max_length=1000)
    password = PasswordField(required=False)


class OwnAccountBody(serializers.Serializer):
    """Validate what people change of their own account: address, role and regions are not theirs to change."""

    nom = serializers.CharField(max_length=100, required=False)
    prenom = serializers.CharField(max_length=100, required=False, allow_blank=True)
    telephone = serializers.CharField(max_length=32, required=False, allow_blank=True, allow_null=True)


class CreatedUserSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    email = serializers.CharField()


class UserStatusSerializer(CamelSerializer):
    is_active = serializers.BooleanField()


class PasswordResetInput(CamelSerializer):
    new_password = PasswordField(required=False, allow_null=True)


class UserRightsSerializer(serializers.Serializer):
    role = serializers.CharField()
    permissions = serializers.ListField(child=serializers.CharField())


class RoleGrantInput(serializers.Serializer):
    """Validate a granted role; without `until` it is granted permanently."""

    role_id = serializers.UUIDField()
    until = serializers.DateTimeField(required=False, allow_null=True, default=None)


class RoleGrantSerializer(CamelSerializer):
    """Represent a role granted in addition to the user's own; `enVigueur` is false once `until` has passed."""

    id = serializers.UUIDField()
    role = RoleReferenceSerializer()
    until = serializers.DateTimeField(allow_null=True)
    en_vigueur = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()

    def get_en_vigueur(self, grant: Any) -> bool:
        return grant.until is None or grant.until > self.context["now"]
