"""Serve what a role or a person sees, to administrators."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from accounts.previews import queries, services
from accounts.previews.serializers import RolePreviewParams, SeenByResponse
from accounts.roles.models import Role
from accounts.users.api import list_users_with_rights
from config.api.schema import declare_operation
from config.api.views import EnvelopeView

KEY = "administration.utilisateurs"


class UserPreview(EnvelopeView):
    permission = KEY

    @declare_operation("Ce que voit un utilisateur", response=SeenByResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        user = self.find_visible(list_users_with_rights(), id=identity)
        preview = queries.preview_user(user, self.caller)
        services.record_preview(kind="utilisateur", identity=user.id)
        return self.ok(SeenByResponse(preview).data)


class RolePreview(EnvelopeView):
    permission = KEY

    @declare_operation("Ce que voit un rôle", query=RolePreviewParams, response=SeenByResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        role = self.find_visible(Role, id=identity)
        preview = queries.preview_role(role, self.query.get("regions", []), self.caller)
        services.record_preview(kind="role", identity=role.id)
        return self.ok(SeenByResponse(preview).data)
