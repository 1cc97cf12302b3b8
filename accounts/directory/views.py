"""Serve users to administrators."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.directory import queries, services
from accounts.directory import serializers as shapes
from accounts.users.models import User
from accounts.users.queries import users_with_rights
from accounts.users.serializers import UserSerializer
from config.api import etag
from config.api.schema import operation
from config.api.views import EnvelopeView

KEY = "administration.utilisateurs"


def _tag(user: User) -> str:
    return etag.tag(user.id, user.updated_at)


def _unchanged(request: Any) -> Callable[[User], None]:
    """Return a check for a service to run on the locked row: that it is the version the caller knows."""
    return lambda user: etag.require_match(request, _tag(user))


class UserList(EnvelopeView):
    permission = KEY

    @operation("Utilisateurs", query=shapes.UserParams, answer=UserSerializer, many=True, paging="pagination")
    def get(self, request: Any) -> Response:
        page = queries.page_of(self.visible(queries.users(self.query)), self.query)
        return self.page(page.of(UserSerializer(page.items, many=True).data))

    @operation("Créer un utilisateur", body=shapes.UserInput, answer=shapes.CreatedUserSerializer, status=201)
    def post(self, request: Any) -> Response:
        user = services.create_user(values=self.input().validated_data, caller=self.caller)
        return self.ok(shapes.CreatedUserSerializer(user).data, _("Utilisateur créé."), status=201)


class UserDetail(EnvelopeView):
    permission = KEY

    @operation("Un utilisateur", answer=UserSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        user = self.find(queries.users({}), id=identity)
        return self.tagged(self.ok(UserSerializer(user).data), _tag(user))

    @operation("Modifier un utilisateur", body=shapes.UserChange, answer=shapes.CreatedUserSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        user = services.update_user(
            user_id=identity,
            values=self.input().validated_data,
            caller=self.caller,
            require=_unchanged(request),
        )
        return self.tagged(self.ok(shapes.CreatedUserSerializer(user).data, _("Utilisateur modifié.")), _tag(user))

    patch = put

    @operation("Supprimer un utilisateur")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_user(user_id=identity, caller=self.caller, require=_unchanged(request))
        return self.ok(message=_("Utilisateur supprimé."))


class UserStatus(EnvelopeView):
    permission = KEY

    @operation("Activer ou désactiver un utilisateur", answer=shapes.StatusSerializer)
    def post(self, request: Any, identity: UUID) -> Response:
        active = services.toggle_status(user_id=identity, caller=self.caller)
        return self.ok({"isActive": active}, _("Compte activé.") if active else _("Compte désactivé."))


class UserPassword(EnvelopeView):
    permission = KEY

    @operation("Réinitialiser un mot de passe", body=shapes.ResetInput)
    def post(self, request: Any, identity: UUID) -> Response:
        password = self.input().validated_data.get("newPassword")
        services.reset_password(user_id=identity, password=password, caller=self.caller)
        told = _("Mot de passe réinitialisé.") if password else _("Un nouveau mot de passe est envoyé par courriel.")
        return self.ok(message=told)


class UserRights(EnvelopeView):
    permission = KEY

    @operation("Les permissions d'un utilisateur", answer=shapes.RightsSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        user = self.find(users_with_rights(), id=identity)
        return self.ok({"role": user.role.code, "permissions": sorted(user.permissions)})


class UserRoles(EnvelopeView):
    permission = KEY

    @operation("Les rôles donnés à un utilisateur", answer=shapes.GrantSerializer, many=True)
    def get(self, request: Any, identity: UUID) -> Response:
        rows = queries.grants(self.find(User, id=identity))
        return self.ok(shapes.GrantSerializer(rows, many=True, context={"now": timezone.now()}).data)

    @operation("Donner un rôle", body=shapes.GrantInput, answer=shapes.GrantSerializer, status=201)
    def post(self, request: Any, identity: UUID) -> Response:
        grant = services.give_role(user_id=identity, caller=self.caller, **self.input().validated_data)
        answer = shapes.GrantSerializer(grant, context={"now": timezone.now()}).data
        return self.ok(answer, _("Rôle donné."), status=201)


class UserRole(EnvelopeView):
    permission = KEY

    @operation("Reprendre un rôle")
    def delete(self, request: Any, identity: UUID, grant: UUID) -> Response:
        services.take_role(user_id=identity, grant_id=grant, caller=self.caller)
        return self.ok(message=_("Rôle repris."))
