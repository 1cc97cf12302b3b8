"""Serve users to administrators, and to everybody their own account."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response

from accounts.directory import queries, services
from accounts.directory import serializers as shapes
from accounts.directory.filters import UserFilters
from accounts.users.api import list_users_with_rights
from accounts.users.models import User
from accounts.users.serializers import CallerSerializer, UserSerializer
from config.api import etag
from config.api.permissions import AUTHENTICATED
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView

KEY = "administration.utilisateurs"


def _build_etag(user: User) -> str:
    return etag.compute_etag(user.id, user.updated_at)


class OwnAccount(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    @property
    def open_to_restricted(self) -> bool:
        """Let everybody read who they are; who has to do something first corrects nothing before."""
        return self.request.method in SAFE_METHODS

    @declare_operation("L'utilisateur connecté", response=CallerSerializer)
    def get(self, request: Any) -> Response:
        shown = CallerSerializer(self.caller).data
        return self.add_etag(self.ok(shown), etag.compute_etag(request.user.id, request.user.updated_at, shown))

    @declare_operation("Corriger son nom et son téléphone", body=shapes.OwnAccountBody)
    def patch(self, request: Any) -> Response:
        services.update_own_account(
            user_id=self.caller.id,
            values=self.validate_body().validated_data,
            require=self.require_same_version,
        )
        return self.ok(message=_("Votre compte est à jour."))


class UserList(EnvelopeView):
    permission = KEY

    @declare_operation(
        "Utilisateurs",
        filters=UserFilters,
        query=shapes.UserListParams,
        response=UserSerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        page = queries.paginate_users(self.filter_visible(queries.list_users(self.query)), self.query)
        return self.build_page_response(page.replace_items(UserSerializer(page.items, many=True).data))

    @declare_operation("Créer un utilisateur", body=shapes.UserInput, response=shapes.CreatedUserSerializer, status=201)
    def post(self, request: Any) -> Response:
        values = self.validate_body().validated_data
        is_invited = values.get("password") is None
        user = services.create_user(values=values, caller=self.caller)
        invited = _("Utilisateur créé : un lien pour choisir son mot de passe lui est envoyé.")
        return self.ok(
            shapes.CreatedUserSerializer(user).data, invited if is_invited else _("Utilisateur créé."), status=201
        )


class UserDetail(EnvelopeView):
    permission = KEY

    @declare_operation("Un utilisateur", response=UserSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        user = self.find_visible(queries.list_users({}), id=identity)
        return self.add_etag(self.ok(UserSerializer(user).data), _build_etag(user))

    @declare_operation("Modifier un utilisateur", body=shapes.UserUpdateInput, response=shapes.CreatedUserSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        user = services.update_user(
            user_id=identity,
            values=self.validate_body().validated_data,
            caller=self.caller,
            require=self.require_same_version,
        )
        return self.add_etag(
            self.ok(shapes.CreatedUserSerializer(user).data, _("Utilisateur modifié.")), _build_etag(user)
        )

    patch = put

    @declare_operation("Supprimer un utilisateur")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_user(user_id=identity, caller=self.caller, require=self.require_same_version)
        return self.ok(message=_("Utilisateur supprimé."))


class UserStatus(EnvelopeView):
    permission = KEY

    @declare_operation("Activer ou désactiver un utilisateur", response=shapes.UserStatusSerializer)
    def post(self, request: Any, identity: UUID) -> Response:
        active = services.toggle_user_status(user_id=identity, caller=self.caller)
        return self.ok({"isActive": active}, _("Compte activé.") if active else _("Compte désactivé."))


class UserPassword(EnvelopeView):
    permission = KEY

    @declare_operation("Réinitialiser un mot de passe", body=shapes.PasswordResetInput)
    def post(self, request: Any, identity: UUID) -> Response:
        password = self.validate_body().validated_data.get("new_password")
        services.reset_password(user_id=identity, password=password, caller=self.caller)
        message = _("Mot de passe réinitialisé.") if password else _("Un nouveau mot de passe est envoyé par courriel.")
        return self.ok(message=message)


class UserRights(EnvelopeView):
    permission = KEY

    @declare_operation("Les permissions d'un utilisateur", response=shapes.UserRightsSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        user = self.find_visible(list_users_with_rights(), id=identity)
        return self.ok({"role": user.role.code, "permissions": sorted(user.permissions)})


class UserRoles(EnvelopeView):
    permission = KEY

    @declare_operation("Les rôles donnés à un utilisateur", response=shapes.RoleGrantSerializer, many=True)
    def get(self, request: Any, identity: UUID) -> Response:
        rows = queries.list_role_grants(self.find_visible(User, id=identity))
        return self.ok(shapes.RoleGrantSerializer(rows, many=True, context={"now": timezone.now()}).data)

    @declare_operation("Donner un rôle", body=shapes.RoleGrantInput, response=shapes.RoleGrantSerializer, status=201)
    def post(self, request: Any, identity: UUID) -> Response:
        grant = services.grant_role(user_id=identity, caller=self.caller, **self.validate_body().validated_data)
        answer = shapes.RoleGrantSerializer(grant, context={"now": timezone.now()}).data
        return self.ok(answer, _("Rôle attribué."), status=201)


class UserRole(EnvelopeView):
    permission = KEY

    @declare_operation("Reprendre un rôle")
    def delete(self, request: Any, identity: UUID, grant: UUID) -> Response:
        services.revoke_role(user_id=identity, grant_id=grant, caller=self.caller)
        return self.ok(message=_("Rôle retiré."))
