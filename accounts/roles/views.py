"""Serve roles, their permissions, and incompatibilities between roles."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.roles import queries, services
from accounts.roles import serializers as shapes
from accounts.roles.filters import RoleFilters
from accounts.roles.models import Incompatibility, Role
from config.api import etag
from config.api.permissions import AUTHENTICATED
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.views import EnvelopeView

WRITE = "administration.roles"


def _compute_role_etag(role: Role) -> str:
    return etag.compute_etag(role.id, role.updated_at)


class RoleList(EnvelopeView):
    permission = {"GET": AUTHENTICATED, "POST": WRITE}
    reach = NATIONAL

    @declare_operation("Rôles", filters=RoleFilters, response=shapes.RoleSerializer, many=True)
    def get(self, request: Any) -> Response:
        rows = RoleFilters.filter_rows(queries.list_roles(self.caller), self.query)
        return self.ok(shapes.RoleSerializer(self.filter_visible(rows), many=True).data)

    @declare_operation("Créer un rôle", body=shapes.RoleInput, response=shapes.CreatedRoleSerializer, status=201)
    def post(self, request: Any) -> Response:
        role = services.create_role(values=self.validate_body().validated_data, caller=self.caller)
        return self.ok(shapes.CreatedRoleSerializer(role).data, _("Rôle créé."), status=201)


class RoleDetail(EnvelopeView):
    permission = {"GET": AUTHENTICATED, "PUT": WRITE, "DELETE": WRITE}
    reach = NATIONAL

    @declare_operation("Un rôle", response=shapes.RoleSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        role = self.find_visible(queries.list_roles(self.caller), id=identity)
        return self.add_etag(self.ok(shapes.RoleSerializer(role).data), _compute_role_etag(role))

    @declare_operation("Modifier un rôle", body=shapes.RoleChange, response=shapes.ChangedRoleSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        values = self.validate_body().validated_data
        role = services.update_role(
            role_id=identity, values=values, caller=request.user, require=self.require_same_version
        )
        return self.add_etag(
            self.ok(shapes.ChangedRoleSerializer(role).data, _("Rôle modifié.")), _compute_role_etag(role)
        )

    @declare_operation("Supprimer un rôle")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_role(role_id=identity, caller=self.caller, require=self.require_same_version)
        return self.ok(message=_("Rôle supprimé."))


class RolePermissions(EnvelopeView):
    permission = WRITE
    reach = NATIONAL

    @declare_operation(
        "Changer les permissions d'un rôle", body=shapes.PermissionKeysInput, response=shapes.PermissionKeysResponse
    )
    def put(self, request: Any, identity: UUID) -> Response:
        values = self.validate_body().validated_data
        role = services.update_role(
            role_id=identity, values=values, caller=request.user, require=self.require_same_version
        )
        data = {"permissionsCount": len(role.permissions), "permissions": role.permissions}
        return self.add_etag(self.ok(data, _("Permissions modifiées.")), _compute_role_etag(role))


class IncompatibilityList(EnvelopeView):
    permission = {"GET": AUTHENTICATED, "POST": WRITE}
    reach = NATIONAL

    @declare_operation("Rôles incompatibles", response=shapes.IncompatibilitySerializer, many=True)
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(Incompatibility.objects.select_related("role_a", "role_b"))
        return self.ok(shapes.IncompatibilitySerializer(rows, many=True).data)

    @declare_operation(
        "Déclarer deux rôles incompatibles",
        body=shapes.IncompatibilityInput,
        response=shapes.IncompatibilitySerializer,
        status=201,
    )
    def post(self, request: Any) -> Response:
        pair = services.create_incompatibility(**self.validate_body().validated_data, caller=self.caller)
        return self.ok(shapes.IncompatibilitySerializer(pair).data, _("Incompatibilité déclarée."), status=201)


class IncompatibilityDetail(EnvelopeView):
    permission = WRITE
    reach = NATIONAL

    @declare_operation("Retirer une incompatibilité")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_incompatibility(incompatibility_id=identity, caller=self.caller)
        return self.ok(message=_("Incompatibilité retirée."))


class PermissionCatalogue(EnvelopeView):
    """Serve the permission catalogue and the matrix of all roles."""

    permission = AUTHENTICATED

    @declare_operation("Catalogue des permissions", response=shapes.PermissionCatalogueSerializer)
    def get(self, request: Any) -> Response:
        return self.ok(
            {"modules": queries.describe_permission_catalogue(), "rolePermissions": queries.build_permission_matrix()}
        )
