"""Serve roles, their permissions, and incompatibilities between roles."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.roles import queries, services
from accounts.roles import serializers as shapes
from accounts.roles.models import Incompatibility, Role
from config.api import etag
from config.api.permissions import AUTHENTICATED
from config.api.reach import NATIONAL
from config.api.schema import operation
from config.api.views import EnvelopeView

WRITE = "administration.roles"


def _tag(role: Role) -> str:
    return etag.tag(role.id, role.updated_at)


def _unchanged(request: Any) -> Callable[[Role], None]:
    """Return a check for services to call with the locked row: it is the version named by If-Match."""
    return lambda role: etag.require_match(request, _tag(role))


class RoleList(EnvelopeView):
    permission = {"GET": AUTHENTICATED, "POST": WRITE}
    reach = NATIONAL

    @operation("Rôles", query=shapes.RoleParams, answer=shapes.RoleSerializer, many=True)
    def get(self, request: Any) -> Response:
        rows = queries.filtered(queries.roles(self.caller), self.query.get("isActive"), self.query.get("search"))
        return self.ok(shapes.RoleSerializer(self.visible(rows), many=True).data)

    @operation("Créer un rôle", body=shapes.RoleInput, answer=shapes.CreatedRoleSerializer, status=201)
    def post(self, request: Any) -> Response:
        role = services.create_role(values=self.input().validated_data, caller=self.caller)
        return self.ok(shapes.CreatedRoleSerializer(role).data, _("Rôle créé."), status=201)


class RoleDetail(EnvelopeView):
    permission = {"GET": AUTHENTICATED, "PUT": WRITE, "DELETE": WRITE}
    reach = NATIONAL

    @operation("Un rôle", answer=shapes.RoleSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        role = self.find(queries.roles(self.caller), id=identity)
        return self.tagged(self.ok(shapes.RoleSerializer(role).data), _tag(role))

    @operation("Modifier un rôle", body=shapes.RoleChange, answer=shapes.ChangedRoleSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        values = self.input().validated_data
        role = services.update_role(role_id=identity, values=values, caller=self.caller, require=_unchanged(request))
        return self.tagged(self.ok(shapes.ChangedRoleSerializer(role).data, _("Rôle modifié.")), _tag(role))

    @operation("Supprimer un rôle")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_role(role_id=identity, caller=self.caller, require=_unchanged(request))
        return self.ok(message=_("Rôle supprimé."))


class RolePermissions(EnvelopeView):
    permission = WRITE
    reach = NATIONAL

    @operation("Changer les permissions d'un rôle", body=shapes.KeysInput, answer=shapes.KeysAnswer)
    def put(self, request: Any, identity: UUID) -> Response:
        values = self.input().validated_data
        role = services.update_role(role_id=identity, values=values, caller=self.caller, require=_unchanged(request))
        data = {"permissionsCount": len(role.permissions), "permissions": role.permissions}
        return self.tagged(self.ok(data, _("Permissions modifiées.")), _tag(role))


class IncompatibilityList(EnvelopeView):
    permission = {"GET": AUTHENTICATED, "POST": WRITE}
    reach = NATIONAL

    @operation("Rôles incompatibles", answer=shapes.IncompatibilitySerializer, many=True)
    def get(self, request: Any) -> Response:
        rows = self.visible(Incompatibility.objects.select_related("role_a", "role_b"))
        return self.ok(shapes.IncompatibilitySerializer(rows, many=True).data)

    @operation(
        "Déclarer deux rôles incompatibles",
        body=shapes.IncompatibilityInput,
        answer=shapes.IncompatibilitySerializer,
        status=201,
    )
    def post(self, request: Any) -> Response:
        pair = services.declare_incompatible(**self.input().validated_data, caller=self.caller)
        return self.ok(shapes.IncompatibilitySerializer(pair).data, _("Incompatibilité déclarée."), status=201)


class IncompatibilityDetail(EnvelopeView):
    permission = WRITE
    reach = NATIONAL

    @operation("Retirer une incompatibilité")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.allow_together(incompatibility_id=identity, caller=self.caller)
        return self.ok(message=_("Incompatibilité retirée."))


class PermissionCatalogue(EnvelopeView):
    """Serve the permission catalogue and the matrix of all roles."""

    permission = AUTHENTICATED

    @operation("Catalogue des permissions", answer=shapes.CatalogueSerializer)
    def get(self, request: Any) -> Response:
        return self.ok({"modules": queries.catalogue(), "rolePermissions": queries.matrix()})
